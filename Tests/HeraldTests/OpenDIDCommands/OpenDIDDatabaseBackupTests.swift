import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("herald opendid backup and restore, PostgreSQL", .enabled(if: PostgresServer.programs != nil))
struct OpenDIDDatabaseBackupTests {
    private static let passphrase = "correct horse battery staple"
    private static let secrets = ["HERALD_STORAGE_PASSPHRASE": passphrase]

    @Test(
        "the printed commands copy the schemas of all roles, and the restored database serves the same credential",
        .timeLimit(.minutes(10)))
    func restored() async throws {
        let (folder, server) = (try TemporaryFolder(), try await PostgresServer.shared.value)
        let (old, new) = (try await Self.database(on: server), try await Self.database(on: server))
        let address = try Self.address()
        let services = try await RunningServices.start(
            "all", ["--database", server.url(old), "--sample"] + address, environment: Self.secrets)
        let shell = try WalletShell()
        try await shell.register(at: services)
        let issued = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        let credential = try #require(issued["credential"]?.stringValue)

        let dump = folder.path("dump")
        let backup = ["backup", "--database", server.url(old), "--to", dump]
        #expect(try await Self.json(backup)["schemas"] == ["opendid_tas"])
        try await Self.runPrinted(backup)
        #expect((try FileManager.default.attributesOfItem(atPath: dump)[.posixPermissions] as? NSNumber) == 0o600)
        #expect(try await Program.run(["opendid"] + backup).errors.contains("exists already"))
        let late = try WalletShell()
        try await late.register(at: services, as: "bob")
        let lateDID = try #require(try await late.json("wallet", "show")["holder"]?.stringValue)
        let meta = try await services.get("/api-gateway/api/v1/vc-meta?vcId=\(credential)").json
        #expect(await services.end() == 0)

        try await Self.runPrinted(["restore", "--from", dump, "--database", server.url(new)])
        let checked = try await Self.json(["restore", "--check", "--database", server.url(new)], Self.secrets)
        #expect(checked.arrayValue?.first?["keys"]?.arrayValue?.contains("tas") == true)
        #expect(checked.arrayValue?.first?["rows"]?["ledger_credential"] != 0)
        let again = try await RunningServices.start(
            "all", ["--database", server.url(new), "--sample"] + address, environment: Self.secrets)
        #expect(try await again.get("/api-gateway/api/v1/vc-meta?vcId=\(credential)").json == meta)
        let offer = try await shell.offer("verify", at: again)
        #expect(try await shell.json("vc", "present", "--offer", offer)["accepted"] == true)
        #expect(try await shell.run("did", "resolve", lateDID, "--server", again.url, json: true).status == 1)
        #expect(await again.end() == 0)

        let taken = try await Program.run(["opendid", "restore", "--from", dump, "--database", server.url(new)])
        #expect(taken.status == 1 && taken.errors.contains("opendid_tas: the database has this schema already"))
    }

    @Test("a password in the URL is in none of the printed commands", .timeLimit(.minutes(10)))
    func password() async throws {
        let (folder, server) = (try TemporaryFolder(), try await PostgresServer.shared.value)
        let database = try await Self.served(on: server)
        let url = server.url(database) + "&password=very%20secret"
        let result = try await Program.run(["opendid", "backup", "--database", url, "--to", folder.path("it's a dump")])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("PGPASSWORD") && !result.output.contains("secret"), "\(result.output)")
        #expect(!result.errors.contains("secret"))
        try await Self.runPrinted(["backup", "--database", url, "--to", folder.path("it's a dump")])
        #expect(FileManager.default.fileExists(atPath: folder.path("it's a dump")))
    }

    @Test(
        "a check names a sequence that is behind, missing rows and tables, an unknown version and a wrong passphrase",
        .timeLimit(.minutes(10)))
    func faults() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await Self.served(on: server)
        let check = ["restore", "--check", "--database", server.url(database)]
        _ = try await Self.json(check, Self.secrets)

        try await Self.sql("SELECT setval('opendid_tas.ledger_revision', 1)", on: server, database)
        let behind = try await Program.run(["opendid"] + check)
        #expect(
            behind.status == 1 && behind.errors.contains("the sequence ledger_revision is at 1"), "\(behind.errors)")
        let repaired = try await Self.json(check + ["--repair"])
        #expect(repaired.arrayValue?.first?["repaired"] == ["ledger_revision"])
        #expect(try await Self.json(check).arrayValue?.first?["repaired"] == [])

        let wrong = try await Program.run(
            ["opendid"] + check, environment: ["HERALD_STORAGE_PASSPHRASE": "a wrong passphrase"])
        #expect(wrong.status == 1 && wrong.errors.contains("HERALD_STORAGE_PASSPHRASE: opendid_tas: it does not"))
        for (change, reason) in [
            ("DELETE FROM opendid_tas.ledger_did_version", "a row of ledger_did has no row of ledger_did_version"),
            ("DELETE FROM opendid_tas.service_salt", "the salt is missing"),
            ("DROP TABLE opendid_tas.tas_nonce", "the table tas_nonce or its primary key is missing"),
            (
                "INSERT INTO opendid_tas.herald_migration (number, name) SELECT n, 'later' FROM generate_series(1000, 1100) n",
                "a newer version of Herald wrote this schema"
            ),
            (
                "DELETE FROM opendid_tas.herald_migration WHERE number = 1",
                "its migrations are not those of Herald"
            ),
        ] {
            let copy = try await Self.database(on: server, template: database)
            try await Self.sql(change, on: server, copy)
            let result = try await Program.run(
                ["opendid", "restore", "--check", "--database", server.url(copy)], environment: Self.secrets)
            #expect(result.status == 1 && result.errors.contains(reason), "\(change): \(result.errors)")
        }
        let empty = try await Self.database(on: server)
        let none = try await Program.run(["opendid", "restore", "--check", "--database", server.url(empty)])
        #expect(none.status == 1 && none.errors.contains("no schema of OpenDID's servers"))
    }

    @Test("a file that is no dump is refused before anything is asked of the database")
    func noDump() async throws {
        let folder = try TemporaryFolder()
        try Data("CREATE TABLE".utf8).write(to: URL(fileURLWithPath: folder.path("dump")))
        let result = try await Program.run(
            ["opendid", "restore", "--from", folder.path("dump"), "--database", "postgres://127.0.0.1:1/d"])
        #expect(result.status == 1 && result.errors.contains("no dump of pg_dump"), "\(result.errors)")
    }

    // MARK: Databases

    /// Creates a database of its own, empty or as a copy of another one, to which nobody is connected.
    private static func database(on server: PostgresServer, template: String = "template0") async throws -> String {
        let name = "b_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await sql("CREATE DATABASE \(name) TEMPLATE \(template)", on: server, "postgres")
        return name
    }

    /// Creates a database whose servers have run.
    private static func served(on server: PostgresServer) async throws -> String {
        let database = try await database(on: server)
        let services = try await RunningServices.start(
            "all", ["--database", server.url(database), "--sample"] + address(), environment: secrets)
        #expect(await services.end() == 0)
        return database
    }

    /// Returns the options for a port of the servers' own, and for their base URL, which must be known before they start.
    private static func address() throws -> [String] {
        let port = try RefusingPort.freePort()
        return ["--port", "\(port)", "--public-url", "http://127.0.0.1:\(port)"]
    }

    private static func sql(_ statement: String, on server: PostgresServer, _ database: String) async throws {
        let command =
            "\(PostgresServer.programs ?? "")/psql -v ON_ERROR_STOP=1 -q '\(server.url(database))' -c \"\(statement)\""
        try await PostgresServer.onThread { _ = try PostgresServer.run(command) }
    }

    /// Runs what a command prints, with PostgreSQL's programs on the search path.
    private static func runPrinted(_ arguments: [String]) async throws {
        let printed = try await Program.run(["opendid"] + arguments)
        #expect(printed.status == 0, "\(printed.errors)")
        let script = "PATH=\(PostgresServer.programs ?? ""):$PATH\nset -e\n" + printed.output
        try await PostgresServer.onThread { _ = try PostgresServer.run(script) }
    }

    private static func json(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> JSONValue {
        let result = try await Program.run(["opendid"] + arguments + ["--json"], environment: environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try JSONValue(parsing: result.output)
    }
}
