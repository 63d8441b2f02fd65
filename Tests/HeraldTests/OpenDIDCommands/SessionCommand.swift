import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A command in a session of its own, in which it has either a pseudo-terminal as its controlling terminal or no terminal at all. The
/// terminal at which somebody runs the tests has no part in it.
final class SessionCommand: Sendable {
    /// The terminal of the command's session, if it has one.
    enum Session {
        /// No terminal.
        case bare
        /// A terminal, while standard input is empty.
        case terminal
        /// A terminal that is standard input too.
        case terminalAsInput

        /// The redirection with which a shell opens the terminal. The first terminal that the leader of a session opens controls it.
        var opening: String {
            switch self {
            case .bare: ""
            case .terminal: #"exec 3<>"$0"; "#
            case .terminalAsInput: #"exec 0<>"$0"; "#
            }
        }
    }

    private static let setsid = "/usr/bin/setsid"
    /// False on systems without the program that begins a session.
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: setsid) }

    private let master: Int32
    private let output = Pipe()
    private let errors = Pipe()
    private let ended = Ended()

    init(_ session: Session, _ arguments: [String], environment: [String: String]) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&ends.master, &ends.slave, &name, nil, nil) == 0 else { throw Terminal.Refused() }
        // Another program that a test starts at the same time must not keep the terminal open.
        for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        master = ends.master
        let (slave, ended) = (ends.slave, ended)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.setsid)
        let script = session.opening + #"exec "$@""#
        process.arguments = ["-w", "/bin/sh", "-c", script, path, Program.url.path] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
            // Reading from the terminal ends when nobody has its other end open.
            close(slave)
        }
        try process.run()
    }

    deinit { close(master) }

    /// Returns what the terminal shows until it ends with a text, or until the command has ended.
    func shown(until end: String) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [master] in
                var bytes: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 1024)
                while !String(decoding: bytes, as: UTF8.self).hasSuffix(end) {
                    let count = read(master, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    bytes += buffer.prefix(count)
                }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// Types a line at the terminal.
    func type(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Waits for the end of the command.
    func end() async -> Program.Result {
        let status = await ended.status()
        return Program.Result(
            status: status, output: String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self),
            errors: String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
    }
}
