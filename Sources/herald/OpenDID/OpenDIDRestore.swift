import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDPostgres
import OpenDIDServices
import OpenDID_DataModel

/// The command `herald opendid restore`: restores a backup of `herald opendid backup`, or checks one.
struct OpenDIDRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Check a backup of the servers' data and restore it.",
        discussion: """
            --from FOLDER --data DIR checks every file of a backup and then creates the data directory, which must not exist, or be empty. \
            With --check and without --data, the backup is only checked.

            --from FILE --database URL prints the pg_restore for a dump. The database must exist (createdb) and have no schema of the servers. \
            Afterwards, --check --database URL checks the restored database: schemas, versions, rows, keys and sequences. HERALD_DATABASE_URL \
            is the database if neither --database nor --data is given.

            If HERALD_STORAGE_PASSPHRASE is set, the keys are checked with it. Servers on restored data forget what happened since the backup.
            """)

    @Option(help: "The folder of the backup, or the file of the dump.", completion: .file())
    var from: String?

    @Option(help: "The data directory to create.")
    var data: String?

    @Option(help: ArgumentHelp("The PostgreSQL database to restore into, or to check.", valueName: "postgres://…"))
    var database: String?

    @Flag(help: "Only check the backup, or the restored database.")
    var check = false

    @Flag(help: "With --check --database, set sequences that are behind the numbers of their table.")
    var repair = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    var isJSON: Bool { json }

    /// The environment variable counts if the command line leaves the place open.
    private var databaseURL: String? {
        database ?? (data == nil && !(check && from != nil) ? OpenDIDCommand.databaseOfEnvironment : nil)
    }

    func validate() throws {
        guard check ? data == nil && (from != nil) != (databaseURL != nil) : from != nil else {
            throw ValidationError(
                check
                    ? "--check needs one of --from FOLDER and --database URL (or HERALD_DATABASE_URL)."
                    : "Give the backup with --from.")
        }
        guard check || (data != nil) != (databaseURL != nil) else {
            throw ValidationError("Give one of --data DIR and --database URL (or HERALD_DATABASE_URL).")
        }
        guard !repair || check && databaseURL != nil else {
            throw ValidationError("--repair needs --check and a database.")
        }
    }

    func work() async throws {
        do {
            switch (databaseURL, check) {
            case (let url?, true): try await checkDatabase(url)
            case (let url?, false): try await sayRestore(to: url)
            case (nil, _): try restoreFolder()
            }
        } catch let error as ServicesError {
            throw CommandFailure(error)
        }
    }

    private func restoreFolder() throws {
        let backup = try ServicesBackup.verified(
            URL(fileURLWithPath: from ?? "", isDirectory: true), passphrase: OpenDIDCommand.passphrase)
        guard let data else {
            CommandOutput(json: json).say([("checked", .string(backup.folder.path))] + backup.facts)
            return
        }
        let directory = URL(fileURLWithPath: data, isDirectory: true)
        try backup.restore(to: directory)
        CommandOutput(json: json).say([("restored", .string(directory.path))] + backup.facts)
    }

    private func sayRestore(to url: String) async throws {
        let file = URL(fileURLWithPath: from ?? "").path
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw CommandFailure("\(file): the file cannot be read", code: "backup")
        }
        // The beginning of each file of pg_dump --format=custom.
        guard (try? handle.read(upToCount: 5)) == Data("PGDMP".utf8) else {
            throw CommandFailure("\(file): this is no dump of pg_dump --format=custom", code: "backup")
        }
        let command = try await PostgresBackup(url).restoreCommand(from: file)
        command.say(json: json, then: "Then, before the servers start: herald opendid restore --check --database URL")
    }

    private func checkDatabase(_ url: String) async throws {
        let schemas = try await PostgresBackup(url).check(passphrase: OpenDIDCommand.passphrase, repairs: repair)
        let output = CommandOutput(json: json)
        guard !json else {
            CommandOutput.printJSON(.array(schemas.map { .object(JSONObject($0.members)) }))
            return
        }
        for schema in schemas { output.say([("schema", .string(schema.name))] + schema.facts) }
    }
}

extension RestoredSchema {
    /// The facts about a restored schema for a person.
    var facts: [(name: String, value: JSONValue)] {
        let keys = opened.map { "checked: \($0.map(\.rawValue).joined(separator: ", "))" }
        return [
            ("version", .int(Int64(version))), ("rows", .int(Int64(counts.values.reduce(0, +)))),
            ("keys", .string(keys ?? "not checked: HERALD_STORAGE_PASSPHRASE is not set")),
        ] + (repaired.isEmpty ? [] : [("repaired", .array(repaired.map { .string($0) }))])
    }

    /// The facts about a restored schema for a program.
    var members: [String: JSONValue] {
        [
            "schema": .string(name), "version": .int(Int64(version)),
            "rows": .object(JSONObject(counts.mapValues { .int(Int64($0)) })),
            "keys": opened.map { .array($0.map { .string($0.rawValue) }) } ?? .null,
            "repaired": .array(repaired.map { .string($0) }),
        ]
    }
}
