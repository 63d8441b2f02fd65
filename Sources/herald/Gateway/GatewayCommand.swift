import ArgumentParser
import Foundation
import SDNGateway

/// The command `herald gateway`: runs a DID gateway in front of a Matrix homeserver, and helps to set it up.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run a gateway that adds logins with DIDs to a Matrix homeserver such as Synapse.",
        discussion: """
            Begin with `herald gateway init`, which creates the key and prints the lines for homeserver.yaml. Then `herald gateway check` says \
            what is missing, and `herald gateway` runs the gateway. Any number of gateways may share a PostgreSQL database and a key. \
            `herald gateway backup` copies a SQLite database while it is used, and `herald gateway restore` checks and restores the copy.
            """,
        subcommands: [
            GatewayRun.self, GatewayInit.self, GatewayCheck.self, GatewayBackupCommand.self, GatewayRestore.self,
        ], defaultSubcommand: GatewayRun.self)

    /// The database in the environment.
    static var databaseOfEnvironment: String? {
        ProcessInfo.processInfo.environment["HERALD_DATABASE_URL"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the path of the SQLite file that a value of `--database` names.
    /// - Throws: ``GatewayError``; ``CommandFailure`` for PostgreSQL, whose own programs copy its databases.
    static func file(of database: String) throws -> String {
        guard case .sqlite(let path) = try GatewayStorage(database) else {
            throw CommandFailure(
                "--database: PostgreSQL's own pg_dump and pg_restore copy this database; docs/scaling.md has the commands",
                code: "backup")
        }
        return path
    }
}

extension CommandFailure {
    /// Describes an error of a gateway.
    init(_ error: GatewayError) { self.init(error.fault, code: error.code.rawValue) }
}
