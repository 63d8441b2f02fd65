import Foundation
import HeraldJSON
import TestSupport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `herald opendid` in a process of its own.
final class RunningServices: Sendable {
    static let operatorToken = "operator-of-the-command-tests"
    static let peerToken = "peers-of-the-command-tests"

    let url: String
    let pid: Int32
    private let ended: Ended

    private init(url: String, pid: Int32, ended: Ended) {
        self.url = url
        self.pid = pid
        self.ended = ended
    }

    deinit { kill(pid, SIGKILL) }

    /// - Parameter environment: further variables of the process. Defaults to none.
    static func start(
        _ role: String = "all", _ arguments: [String] = ["--in-memory", "--sample"],
        environment: [String: String] = [:]
    ) async throws -> RunningServices {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["opendid", role, "--host", "127.0.0.1", "--port", "0"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["HERALD_OPERATOR_TOKEN": operatorToken, "HERALD_PEER_TOKEN": peerToken].merging(environment) { $1 }
        ) { $1 }
        let output = Pipe()
        process.standardOutput = output
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        let line = await RunningNode.firstLine(output.fileHandleForReading)
        guard line.hasPrefix("listening on http://127.0.0.1:") else { throw RunningNode.NodeDidNotStart(line: line) }
        return RunningServices(
            url: String(line.dropFirst("listening on ".count)), pid: process.processIdentifier, ended: ended)
    }

    func end(_ signal: Int32 = SIGTERM) async -> Int32 {
        kill(pid, signal)
        return await ended.status()
    }

    func get(_ path: String) async throws -> (status: Int, json: JSONValue) {
        guard let url = URL(string: url + path) else { throw RunningNode.NodeDidNotStart(line: path) }
        let (data, response) = try await URLSession.lasting.data(from: url)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSONValue(parsing: Array(data)))
    }

    /// Posts without any token.
    func post(_ path: String, _ body: JSONValue) async throws -> (status: Int, json: JSONValue) {
        guard let url = URL(string: url + path) else { throw RunningNode.NodeDidNotStart(line: path) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json;charset=utf-8", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(body.serialized())
        let (data, response) = try await URLSession.lasting.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSONValue(parsing: Array(data)))
    }
}
