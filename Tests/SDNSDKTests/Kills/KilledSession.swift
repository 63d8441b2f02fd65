import Foundation
import TestSupport

/// The program SessionPeer, which stands beside the test bundle, and what it says until it is killed.
enum KilledSession {
    struct Run {
        var lines: [String] = []
        /// True if the process ended by itself, with code 0.
        var isFinished = false
    }

    /// - Parameters:
    ///   - limit: the number of lines after which the process is killed; `nil` lets it run to its end.
    ///   - pause: the time between that line and the kill, in microseconds, so that the process is killed in the middle of something.
    ///   - more: further variables of the environment.
    static func run(
        _ arguments: [String], token: String, killedAfter limit: Int?, pause: UInt32,
        environment more: [String: String] = [:]
    ) async throws -> Run {
        let process = Process()
        process.executableURL = try program()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["SESSION_TOKEN": token]) { $1 }.merging(more)
        { $1 }
        let output = Pipe()
        process.standardOutput = output
        // Its end tells the program that this process is gone.
        let input = Pipe()
        process.standardInput = input
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        var run = Run()
        for await line in lines(of: output.fileHandleForReading) {
            run.lines.append(line)
            guard let limit, run.lines.count == limit else { continue }
            usleep(pause)
            kill(process.processIdentifier, SIGKILL)
        }
        for await _ in ended.stream {}
        // The waiting test has given up, and the process would have no reason to end.
        if process.isRunning {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        try? input.fileHandleForWriting.close()
        run.isFinished = process.terminationReason == .exit && process.terminationStatus == 0
        return run
    }

    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var rest: [UInt8] = []
            while true {
                let data = handle.availableData
                if data.isEmpty { break }
                rest += data
                while let end = rest.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            // A line that was cut off has not been said.
            continuation.finish()
        }
        return stream
    }

    private static func program() throws -> URL {
        guard let found = BuildFolder.program("SessionPeer") else { throw NotBuilt() }
        return found
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let description = "the program SessionPeer is not beside the tests"
    }
}
