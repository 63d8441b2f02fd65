import ArgumentParser
import Foundation
import HeraldJSON
import SDNNode

/// The command `herald node restore`: restores a backup of `herald node backup`, or checks one.
struct NodeRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Check a backup of a node's data and restore it.",
        discussion: """
            The command checks the database and every file of a backup, and then creates the data directory, which must not exist, or be empty. \
            With --check and without --data, the backup is only checked. A node on restored data forgets what happened since the backup. Clients \
            go on with their tokens, and receive what is written from now on. docs/node.md says what to do after a restore.
            """)

    @Option(help: "The folder of the backup.", completion: .file())
    var from: String

    @Option(help: "The data directory to create.")
    var data: String?

    @Flag(help: "Only check the backup.")
    var check = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (data != nil) != check else { throw ValidationError("Give one of --data DIR and --check.") }
    }

    func work() async throws {
        do {
            let backup = try NodeBackup.verified(URL(fileURLWithPath: from, isDirectory: true))
            guard let data else {
                return CommandOutput(json: json).say([("checked", .string(backup.folder.path))] + backup.facts)
            }
            let directory = URL(fileURLWithPath: data, isDirectory: true)
            try backup.restore(to: directory)
            CommandOutput(json: json).say([("restored", .string(directory.path))] + backup.facts)
        } catch let error as NodeError {
            throw CommandFailure(error)
        }
    }
}
