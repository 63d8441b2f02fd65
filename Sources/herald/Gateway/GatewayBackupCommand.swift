import ArgumentParser
import Foundation
import HeraldJSON
import SDNGateway

/// The command `herald gateway backup`: copies the SQLite file of a gateway while gateways use it.
struct GatewayBackupCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up a gateway's SQLite database while it runs.",
        discussion: """
            A new folder gets a copy of the database as it is at the beginning, and a manifest. The gateways go on serving. Only you can read the \
            folder. A person who has it can see which wallets control which accounts, and the users' contacts. The gateway's key is not in it.

            PostgreSQL's own pg_dump copies a PostgreSQL database; docs/scaling.md has the command. HERALD_DATABASE_URL is the database if \
            --database is absent.
            """)

    @Option(help: ArgumentHelp("The database of the gateway.", valueName: "sqlite:PATH"))
    var database: String?

    @Option(help: "The new folder of the backup. It must not exist, or be empty.", completion: .file())
    var to: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    var isJSON: Bool { json }

    private var databaseText: String? { database ?? GatewayCommand.databaseOfEnvironment }

    func validate() throws {
        guard databaseText != nil else {
            throw ValidationError("Give --database sqlite:PATH (or HERALD_DATABASE_URL).")
        }
    }

    func work() async throws {
        do {
            let backup = try GatewayBackup.make(
                of: try GatewayCommand.file(of: databaseText ?? ""), at: URL(fileURLWithPath: to, isDirectory: true),
                program: ProgramVersion.number)
            CommandOutput(json: json).say([("backup", .string(backup.folder.path))] + backup.facts)
        } catch let error as GatewayError {
            throw CommandFailure(error)
        }
    }
}

extension GatewayBackup {
    /// The facts about a backup that a command reports.
    var facts: [(name: String, value: JSONValue)] {
        [("made", .int(manifest.made)), ("database", .int(manifest.databaseBytes))]
    }
}
