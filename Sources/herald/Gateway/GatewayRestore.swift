import ArgumentParser
import Foundation
import HeraldJSON
import SDNGateway

/// The command `herald gateway restore`: restores a backup of `herald gateway backup`, or checks one.
struct GatewayRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Check a backup of a gateway's SQLite database and restore it.",
        discussion: """
            The command checks the backup, and then creates the file of the database. Neither the file nor the files that SQLite keeps beside it \
            (-wal, -shm, -journal) may exist: SQLite would write what is in them into the restored database. With --check, the backup is only \
            checked. A gateway on restored data forgets what happened since the backup. docs/scaling.md says what to do after a restore.

            PostgreSQL's own pg_restore restores what pg_dump has copied; docs/scaling.md has the commands. HERALD_DATABASE_URL is the database \
            if neither --database nor --check is given.
            """)

    @Option(help: "The folder of the backup.", completion: .file())
    var from: String

    @Option(help: ArgumentHelp("The database to create.", valueName: "sqlite:PATH"))
    var database: String?

    @Flag(help: "Only check the backup.")
    var check = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    var isJSON: Bool { json }

    /// The environment variable counts only if a database is wanted.
    private var databaseText: String? { database ?? (check ? nil : GatewayCommand.databaseOfEnvironment) }

    func validate() throws {
        guard (databaseText != nil) != check else {
            throw ValidationError("Give one of --database sqlite:PATH (or HERALD_DATABASE_URL) and --check.")
        }
    }

    func work() async throws {
        do {
            let path = try databaseText.map { text in try GatewayCommand.file(of: text) }
            let backup = try GatewayBackup.verified(URL(fileURLWithPath: from, isDirectory: true))
            guard let path else {
                return CommandOutput(json: json).say([("checked", .string(backup.folder.path))] + backup.facts)
            }
            try backup.restore(to: path)
            CommandOutput(json: json).say([("restored", .string(path))] + backup.facts)
        } catch let error as GatewayError {
            throw CommandFailure(error)
        }
    }
}
