import ArgumentParser
import Foundation
import HeraldJSON
import SDNNode

/// The command `herald node backup`: copies a data directory while its node runs.
struct NodeBackupCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up a node's data while it runs.",
        discussion: """
            A new folder gets a copy of the database as it is at the beginning, the users' files that it names, and a manifest. The node goes on \
            serving. Only you can read the folder. A person who has it can read all messages that are not encrypted.
            """)

    @Option(help: "The data directory of the node.")
    var data: String

    @Option(help: "The new folder of the backup. It must not exist, or be empty.", completion: .file())
    var to: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    var isJSON: Bool { json }

    func work() async throws {
        do {
            let backup = try NodeBackup.make(
                of: URL(fileURLWithPath: data, isDirectory: true), at: URL(fileURLWithPath: to, isDirectory: true),
                program: ProgramVersion.number)
            CommandOutput(json: json).say([("backup", .string(backup.folder.path))] + backup.facts)
        } catch let error as NodeError {
            throw CommandFailure(error)
        }
    }
}

extension NodeBackup {
    /// The facts about a backup that a command reports.
    var facts: [(name: String, value: JSONValue)] {
        [
            ("made", .int(manifest.made)), ("database", .int(manifest.databaseBytes)),
            ("files", .int(Int64(manifest.files))), ("bytes", .int(manifest.fileBytes)),
        ] + (manifest.leftOut == 0 ? [] : [("leftOut", .int(Int64(manifest.leftOut)))])
    }
}
