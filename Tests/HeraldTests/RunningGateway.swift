import Foundation
import HeraldJSON
import Synchronization

/// `herald push-gateway --json` in a process of its own.
final class RunningGateway: Sendable {
    let url: String
    private let pid: Int32
    private let ended: Ended
    private let lines: Lines

    private init(url: String, pid: Int32, ended: Ended, lines: Lines) {
        self.url = url
        self.pid = pid
        self.ended = ended
        self.lines = lines
    }

    deinit { kill(pid, SIGKILL) }

    static func start(_ arguments: [String] = []) async throws -> RunningGateway {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["push-gateway", "--port", "0", "--json"] + arguments
        let output = Pipe()
        process.standardOutput = output
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        let lines = Lines(output.fileHandleForReading)
        let first = await lines.next() ?? ""
        guard first.hasPrefix("listening on http://127.0.0.1:") else { throw RunningNode.NodeDidNotStart(line: first) }
        return RunningGateway(
            url: String(first.dropFirst("listening on ".count)), pid: process.processIdentifier, ended: ended,
            lines: lines)
    }

    /// The next notification that it is told.
    func next() async throws -> JSONValue { try JSONValue(parsing: Array((await nextLine()).utf8)) }

    /// The same, as it is printed.
    func nextLine() async -> String { await lines.next() ?? "null" }

    func end(_ signal: Int32 = SIGTERM) async -> Int32 {
        kill(pid, signal)
        return await ended.status()
    }

    /// The output of a process, line by line.
    private final class Lines: Sendable {
        private struct State {
            var lines: [String] = []
            var isAtEnd = false
            var waiting: CheckedContinuation<String?, Never>?
        }
        private let state = Mutex(State())

        init(_ handle: FileHandle) {
            Thread.detachNewThread { [self] in
                var bytes: [UInt8] = []
                while true {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    for byte in data {
                        if byte == 0x0A {
                            add(String(decoding: bytes, as: UTF8.self))
                            bytes = []
                        } else {
                            bytes.append(byte)
                        }
                    }
                }
                add(nil)
            }
        }

        private func add(_ line: String?) {
            let waiting = state.withLock { state -> CheckedContinuation<String?, Never>? in
                if let line, state.waiting == nil { state.lines.append(line) }
                if line == nil { state.isAtEnd = true }
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: line)
        }

        func next() async -> String? {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> String?? in
                    if !state.lines.isEmpty { return .some(state.lines.removeFirst()) }
                    if state.isAtEnd { return .some(nil) }
                    state.waiting = continuation
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }
}
