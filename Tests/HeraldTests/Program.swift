import Foundation
import Synchronization
import TestSupport

/// The built `herald` program, run as a process of its own.
enum Program {
    /// It stands beside the test bundle in the build folder.
    static let url: URL = BuildFolder.program("herald") ?? PackageFiles.url(".build/debug/herald")

    struct Result: Sendable {
        let status: Int32
        let output: String
        let errors: String
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs a command to its end.
    /// - Parameters:
    ///   - environment: the variables that are set in addition to those of this process.
    ///   - input: the standard input of the command. Defaults to an empty one, which is no terminal.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: FileHandle = .nullDevice
    ) async throws -> Result {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        async let out = readToEnd(output.fileHandleForReading)
        async let err = readToEnd(errors.fileHandleForReading)
        let (text, complaint) = await (out, err)
        return Result(status: await ended.status(), output: text, errors: complaint)
    }

    private static func readToEnd(_ handle: FileHandle) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = (try? handle.readToEnd()) ?? Data()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}

/// A process's status, which is set once and can be waited for.
final class Ended: Sendable {
    private struct State {
        var status: Int32?
        var waiting: [CheckedContinuation<Int32, Never>] = []
    }
    private let state = Mutex(State())

    func set(_ status: Int32) {
        let waiting = state.withLock { state in
            state.status = status
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: status) }
    }

    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> Int32? in
                if state.status == nil { state.waiting.append(continuation) }
                return state.status
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
