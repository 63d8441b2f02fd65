import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `herald node` in a process of its own, asked over HTTP without any code of ours between the test and the wire.
final class RunningNode: Sendable {
    let url: String
    let pid: Int32
    private let ended: Ended

    private init(url: String, pid: Int32, ended: Ended) {
        self.url = url
        self.pid = pid
        self.ended = ended
    }

    deinit { kill(pid, SIGKILL) }

    static func start(_ arguments: [String]) async throws -> RunningNode {
        try await run(["node", "--host", "127.0.0.1", "--port", "0"] + arguments)
    }

    /// Runs the program with exactly these arguments, in a folder of the test's or where the test runs.
    /// - Parameter errors: the path of a file for what the program says on standard error.
    static func run(_ arguments: [String], in folder: URL? = nil, errors: String? = nil) async throws -> RunningNode {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        if let errors {
            _ = FileManager.default.createFile(atPath: errors, contents: nil)
            process.standardError = FileHandle(forWritingAtPath: errors)
        }
        let output = Pipe()
        process.standardOutput = output
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        let line = await firstLine(output.fileHandleForReading)
        guard line.contains(/^listening on https?:\/\/127\.0\.0\.1:/) else { throw NodeDidNotStart(line: line) }
        return RunningNode(
            url: String(line.dropFirst("listening on ".count)), pid: process.processIdentifier, ended: ended)
    }

    func end(_ signal: Int32) async -> Int32 {
        kill(pid, signal)
        return await ended.status()
    }

    struct NodeDidNotStart: Error { let line: String }

    static func firstLine(_ handle: FileHandle) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var bytes: [UInt8] = []
                reading: while true {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    for byte in data {
                        if byte == 0x0A { break reading }
                        bytes.append(byte)
                    }
                }
                continuation.resume(returning: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    /// One request; the path begins with `/_api` or `/_matrix` and is already percent-encoded.
    func call(_ method: String, _ path: String, token: String? = nil, body: JSONValue? = nil) async throws -> (
        status: Int, json: JSONValue
    ) {
        guard let url = URL(string: url + path) else { throw NodeDidNotStart(line: path) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body { request.httpBody = Data(body.serialized()) }
        let (data, response) = try await URLSession.lasting.data(for: request)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, try JSONValue(parsing: Array(data)))
    }

    /// A whole DID login; the signature comes from `HeraldKeys`, the rest is plain HTTP.
    func login(_ key: Secp256k1PrivateKey) async throws -> (token: String, user: String) {
        let address = key.publicKey.ethereumAddress.checksummed
        let challenge = try await call(
            "POST", "/_api/client/unstable/did/pre_login1", body: ["address": .string(address)]
        ).json
        let message = challenge["message"]?.stringValue ?? ""
        let signature = try PersonalMessage.sign(message, with: key).text()
        let answer = try await call(
            "POST", "/_api/client/unstable/did/login",
            body: [
                "type": "m.login.did.identity", "random_server": challenge["random_server"] ?? nil,
                "updated": challenge["updated"] ?? nil,
                "identifier": [
                    "did": challenge["did"] ?? nil, "address": .string(address), "message": .string(message),
                    "token": .string(signature),
                ],
            ]
        ).json
        return (answer["access_token"]?.stringValue ?? "", answer["user_id"]?.stringValue ?? "")
    }
}
