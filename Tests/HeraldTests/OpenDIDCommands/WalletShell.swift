import Foundation
import HeraldJSON
import TestSupport
import Testing

/// Commands that a newcomer types, with one wallet whose PIN is in the environment.
struct WalletShell: Sendable {
    static let plan = "vcplanid000000000001"

    let folder: TemporaryFolder
    var name = "wallet"
    var secrets = ["HERALD_PIN": "480215"]

    init() throws { folder = try TemporaryFolder() }

    func file(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Runs a command with this wallet, whatever comes of it.
    func run(_ arguments: String..., json: Bool = false) async throws -> Program.Result {
        try await Program.run(whole(arguments) + (json ? ["--json"] : []), environment: secrets)
    }

    /// Returns the arguments with those that every command needs. A command that would ask a person at the terminal of the tests is told not
    /// to ask.
    private func whole(_ arguments: [String]) -> [String] {
        let asks = [["vc", "present"], ["vc", "revoke"]].contains { arguments.starts(with: $0) }
        return arguments + ["--wallet", file(name)] + (asks ? ["--yes"] : [])
    }

    /// Runs a command that has to succeed, and reads its JSON.
    func json(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
        try await json(arguments, sourceLocation: sourceLocation)
    }

    /// Runs a command that has to succeed, and reads its JSON.
    func json(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
        let result = try await Program.run(whole(arguments) + ["--json"], environment: secrets)
        #expect(result.status == 0, "\(arguments): \(result.errors)", sourceLocation: sourceLocation)
        #expect(result.errors.isEmpty, sourceLocation: sourceLocation)
        return try JSONValue(parsing: result.output)
    }

    /// Runs a command that has to fail, and reads what it says about it.
    func refusal(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
        let result = try await Program.run(whole(arguments) + ["--json"], environment: secrets)
        #expect(result.status == 1, "\(arguments): \(result.output)", sourceLocation: sourceLocation)
        return try JSONValue(parsing: result.errors)
    }

    /// Makes an offer as terminals and operators do.
    func offer(_ arguments: String..., at services: RunningServices) async throws -> String {
        let result = try await Program.run(
            ["offer"] + arguments + ["--server", services.url, "--json"],
            environment: ["HERALD_OPERATOR_TOKEN": RunningServices.operatorToken])
        #expect(result.status == 0, "\(result.errors)")
        return try #require(try JSONValue(parsing: result.output)["offer"]?.stringValue)
    }

    /// Creates a wallet and registers a user of the sample. Defaults to the first one.
    func register(at services: RunningServices, as user: String = "alice") async throws {
        _ = try await json("wallet", "create", "--server", services.url, "--user", user, "--scrypt", "10")
    }
}
