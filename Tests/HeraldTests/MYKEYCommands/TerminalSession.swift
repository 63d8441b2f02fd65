import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A command with a pseudo-terminal as standard input, at which a test types.
final class TerminalSession: Sendable {
    struct NoTerminal: Error {}

    /// The test's end of the terminal, or `nil` after ``hangUp()``.
    private let master: Mutex<Int32?>
    private let errors: Pipe
    private let output: Pipe
    private let ended = Ended()
    private let pid: Int32

    init(_ arguments: [String], environment: [String: String]) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0 else { throw NoTerminal() }
        // Another program that a test starts at the same time must not keep the terminal open.
        _ = fcntl(ends.master, F_SETFD, FD_CLOEXEC)
        master = Mutex(ends.master)
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle(fileDescriptor: ends.slave, closeOnDealloc: true)
        errors = Pipe()
        output = Pipe()
        process.standardError = errors
        process.standardOutput = output
        let ended = ended
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        pid = process.processIdentifier
    }

    deinit {
        kill(pid, SIGKILL)
        closeTerminal()
    }

    /// Returns a server's first line on standard output.
    func firstLine() async -> String { await RunningNode.firstLine(output.fileHandleForReading) }

    func interrupt() { kill(pid, SIGTERM) }

    /// Reads what is shown until it ends with a text, or holds that many lines.
    func shown(until end: String, orAfter lines: Int = .max) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [errors] in
                var text = ""
                while !text.hasSuffix(end), text.filter({ $0 == "\n" }).count < lines {
                    let data = errors.fileHandleForReading.availableData
                    if data.isEmpty { break }
                    text += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: text)
            }
        }
    }

    func type(_ line: String) { type(raw: line + "\n") }

    func type(raw text: String) {
        let bytes = Array(text.utf8)
        master.withLock { master in
            if let master { _ = write(master, bytes, bytes.count) }
        }
    }

    /// Closes the terminal and the reader of standard error, as when a window is closed whose program gets no signal.
    func hangUp() {
        try? errors.fileHandleForReading.close()
        closeTerminal()
    }

    private func closeTerminal() {
        master.withLock { master in
            if let open = master { close(open) }
            master = nil
        }
    }

    /// The exit status and what standard output got.
    func end() async -> (status: Int32, output: String) {
        let status = await ended.status()
        return (status, String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
}

/// One exchange over a socket, with headers that no HTTP client would send.
enum RawHTTP {
    static func exchange(port: UInt16, _ request: String) throws -> String {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw TerminalSession.NoTerminal() }
        let bytes = Array(request.utf8)
        _ = write(descriptor, bytes, bytes.count)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count <= 0 { break }
            answer += buffer.prefix(count)
        }
        return String(decoding: answer, as: UTF8.self)
    }
}
