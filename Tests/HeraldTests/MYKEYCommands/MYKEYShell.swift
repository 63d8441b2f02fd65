import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

/// A folder with a key file, and `herald mykey` commands that run in it.
struct MYKEYShell: Sendable {
    static let eos = "alice111.eos"
    static let ethereum = "0x3bB9E1783D5F60927eD6c3d0c32BfAD055A1b72f"
    static let passphrase = "correct horse battery"

    let folder: TemporaryFolder
    /// `--known-key` for each account, as `keys` printed them.
    private(set) var knownKeys: [String] = []

    /// Makes a key file with an account on each chain.
    init() async throws {
        folder = try TemporaryFolder()
        let keys = try await json(
            "keys", file("keys.json"), "--eos", Self.eos, "--eth", Self.ethereum, "--test-keys", "--account-type", "1")
        for entry in keys.arrayValue ?? [] {
            knownKeys += ["--known-key", "\(entry["account"]?.stringValue ?? "")=\(entry["key"]?.stringValue ?? "")"]
        }
        try #require(knownKeys.count == 4)
    }

    static var environment: [String: String] { ["HERALD_PASSPHRASE": passphrase] }

    func file(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    var walletArguments: [String] {
        ["mykey", "wallet", "--keys", file("keys.json"), "--test-keys", "--allow-loopback"]
    }

    func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Program.Result {
        try await Program.run(["mykey"] + arguments, environment: Self.environment.merging(environment) { $1 })
    }

    /// Runs a command that has to succeed, and reads its JSON.
    func json(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
        try await json(arguments, sourceLocation: sourceLocation)
    }

    func json(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
        let result = try await Program.run(["mykey"] + arguments + ["--json"], environment: Self.environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)\(result.output)", sourceLocation: sourceLocation)
        return try JSONValue(parsing: result.output)
    }

    /// Signs one request with a wallet that asks nobody, and reads what it says.
    func answer(_ url: String) async throws -> JSONValue {
        let result = try await Program.run(
            walletArguments + ["--approve-all", "--json", url], environment: Self.environment)
        return try JSONValue(parsing: result.output)
    }

    func write(_ value: JSONValue, to name: String) throws -> String {
        try Data(value.serialized()).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }
}

/// A `herald mykey` command that listens, in a process of its own.
final class RunningMYKEY: Sendable {
    let url: String
    let pid: Int32
    private let ended: Ended

    private init(url: String, pid: Int32, ended: Ended) {
        self.url = url
        self.pid = pid
        self.ended = ended
    }

    deinit { kill(pid, SIGKILL) }

    /// Starts a command, and reads the line that says where it listens.
    /// - Parameter closesOutput: true if nobody reads the command's output after that line.
    static func start(_ arguments: [String], closesOutput: Bool = false) async throws -> RunningMYKEY {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments + ["--port", "0"]
        process.environment = ProcessInfo.processInfo.environment.merging(MYKEYShell.environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        let line = await RunningNode.firstLine(output.fileHandleForReading)
        guard line.hasPrefix("listening on http://127.0.0.1:") else { throw RunningNode.NodeDidNotStart(line: line) }
        if closesOutput { try output.fileHandleForReading.close() }
        return RunningMYKEY(
            url: String(line.dropFirst("listening on ".count)), pid: process.processIdentifier, ended: ended)
    }

    func end() async -> Int32 {
        kill(pid, SIGTERM)
        return await ended.status()
    }
}
