import Foundation
import HeraldLocks

/// A server that runs as a process of its own (`herald node` or `herald opendid`), so that the demonstration can kill it.
final class ServerProcess: Sendable {
    /// The address on which the server listens, `http://HOST:PORT`.
    let url: String
    let processIdentifier: Int32
    private let exit: ExitStatus

    private init(url: String, processIdentifier: Int32, exit: ExitStatus) {
        self.url = url
        self.processIdentifier = processIdentifier
        self.exit = exit
    }

    /// Starts a node that stores its data in `directory`. Returns when the node listens.
    /// - Throws: ``DemoError`` if the process ends before it listens.
    static func node(directory: URL, port: Int = 0) async throws -> ServerProcess {
        try await start(["node", "--host", "127.0.0.1", "--port", String(port), "--data", directory.path])
    }

    /// Starts this program as a server, with the given arguments. Returns when the server listens.
    /// - Parameters:
    ///   - environment: variables in addition to those of this process.
    ///   - person: the simulated person at the server's terminal. Defaults to nobody.
    /// - Throws: ``DemoError`` if the process ends before it listens.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], person: DemoPerson? = nil
    ) async throws -> ServerProcess {
        let process = Process()
        process.executableURL = try herald()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        if let person {
            process.standardInput = person.keyboard
            process.standardError = person.screen
        }
        let exit = ExitStatus()
        process.terminationHandler = {
            exit.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        let line = await firstLine(of: output.fileHandleForReading)
        let prefix = "listening on "
        guard let line, line.hasPrefix(prefix) else {
            // If the task was cancelled, the server is still starting.
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            throw DemoError("herald \(arguments.first ?? "") did not start: it said '\(line ?? "nothing")'")
        }
        return ServerProcess(
            url: String(line.dropFirst(prefix.count)), processIdentifier: process.processIdentifier, exit: exit)
    }

    /// Sends a signal and returns the exit status. If the signal killed the process, the status is 128 plus the signal's number.
    func end(signal: Int32) async -> Int32 {
        kill(processIdentifier, signal)
        return await exit.value()
    }

    var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Returns the path of this program.
    static func herald() throws -> URL {
        guard let url = Bundle.main.executableURL else { throw DemoError("cannot find the path of this program") }
        return url
    }

    private static func firstLine(of handle: FileHandle) async -> String? {
        var bytes: [UInt8] = []
        do {
            for try await byte in handle.lineBytes {
                if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
                bytes.append(byte)
            }
        } catch {
            return nil
        }
        return nil
    }
}

extension FileHandle {
    /// The bytes of the file as they arrive. A separate thread reads them, because `FileHandle.bytes` does not exist on Linux.
    fileprivate var lineBytes: AsyncThrowingStream<UInt8, any Error> {
        AsyncThrowingStream { continuation in
            let handle = self
            Thread.detachNewThread {
                while true {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    for byte in data { continuation.yield(byte) }
                }
                continuation.finish()
            }
        }
    }
}

/// An exit status that is set once. Tasks can wait for it.
private final class ExitStatus: Sendable {
    private struct State {
        var status: Int32?
        var waiting = WaiterQueue<Int32>()
    }
    private let state = Mutex(State())

    func set(_ status: Int32) {
        let waiting = state.withLock { state in
            state.status = status
            return state.waiting.popAll()
        }
        for waiter in waiting { waiter.resume(returning: status) }
    }

    func value() async -> Int32 {
        let (status, waiter) = state.withLock { state in
            (state.status, state.status == nil ? state.waiting.add() : nil)
        }
        return await waiter?.wait() ?? status ?? 0
    }
}

/// The reason why a step of the demonstration failed.
struct DemoError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
