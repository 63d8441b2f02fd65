import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDPostgres
import OpenDIDServices

/// The command `herald opendid backup`: copies a data directory while its servers run, or says how PostgreSQL copies its database.
struct OpenDIDBackup: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the data of the servers while they run.",
        discussion: """
            With --data, a new folder gets a copy of every database of the directory, all as they were at one point in time, the key files or the \
            salt, and a manifest. Only you can read it. If it has key files, a person who has it can read the servers' private keys and personal \
            data. Otherwise a reader needs the passphrase, which is not in it. If HERALD_STORAGE_PASSPHRASE is set, the keys are checked with it.

            With --database, the command prints the commands for a shell: PostgreSQL's own pg_dump makes the copy. The commands contain no \
            password; libpq reads it from ~/.pgpass or PGPASSWORD. HERALD_DATABASE_URL is the database if neither option is given.
            """)

    @Option(help: "The data directory of the servers.")
    var data: String?

    @Option(help: ArgumentHelp("The PostgreSQL database of the servers.", valueName: "postgres://…"))
    var database: String?

    @Option(help: "The new folder of the backup, or the file of the dump. It must not exist.", completion: .file())
    var to: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    var isJSON: Bool { json }

    private var databaseURL: String? { database ?? (data == nil ? OpenDIDCommand.databaseOfEnvironment : nil) }

    func validate() throws {
        guard (data != nil) != (databaseURL != nil) else {
            throw ValidationError("Give one of --data DIR and --database URL (or HERALD_DATABASE_URL).")
        }
    }

    func work() async throws {
        do {
            if let databaseURL {
                try await sayDump(of: databaseURL)
            } else {
                try copy(data ?? "")
            }
        } catch let error as ServicesError {
            throw CommandFailure(error)
        }
    }

    private func copy(_ data: String) throws {
        let backup = try ServicesBackup.make(
            of: URL(fileURLWithPath: data, isDirectory: true), at: URL(fileURLWithPath: to, isDirectory: true),
            program: ProgramVersion.number, passphrase: OpenDIDCommand.passphrase)
        CommandOutput(json: json).say([("backup", .string(backup.folder.path))] + backup.facts)
    }

    private func sayDump(of url: String) async throws {
        let file = URL(fileURLWithPath: to).path
        guard (try? FileManager.default.attributesOfItem(atPath: file)) == nil else {
            throw CommandFailure("\(file) exists already, so give another path", code: "backup")
        }
        let command = try await PostgresBackup(url).dumpCommand(to: file)
        command.say(json: json, then: "herald opendid restore --from FILE --database URL restores it.")
    }
}

extension ServicesBackup {
    /// The facts about a backup that a command reports.
    var facts: [(name: String, value: JSONValue)] {
        let keys = hasKeyFiles ? "key files" : "passphrase"
        return [
            ("made", .string(manifest.made)), ("roles", .array(manifest.roles.map { .string($0) })),
            ("files", .int(Int64(manifest.files.count))), ("bytes", .int(manifest.bytes)),
            (
                "keys",
                .string(
                    areKeysChecked ? "\(keys), checked" : "\(keys), not checked: HERALD_STORAGE_PASSPHRASE is not set")
            ),
        ]
    }
}

extension PostgresBackup.Command {
    /// Prints the command so that a shell can run the output.
    /// - Parameter then: a sentence about the next step.
    func say(json: Bool, then: String) {
        guard !json else {
            CommandOutput.printJSON(
                .object([
                    "command": .string(text), "schemas": .array(schemas.map { .string($0) }),
                    "serverVersion": .int(Int64(serverVersion)), "needsPassword": .bool(needsPassword),
                ]))
            return
        }
        print("# PostgreSQL's programs of version \(serverVersion) or newer are needed.")
        if needsPassword { print("# Give the password of the URL in ~/.pgpass or PGPASSWORD.") }
        print("# \(then)")
        print(text)
    }
}

extension CommandFailure {
    /// Describes an error of OpenDID's servers.
    init(_ error: ServicesError) {
        self.init("\(OpenDIDCommand.option(of: error.field)): \(error.reason)", code: error.code.rawValue)
    }
}
