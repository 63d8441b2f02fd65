import Foundation
import HeraldJSON
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("herald gateway backup and restore", .timeLimit(.minutes(10)))
struct GatewayBackupCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var trust: [String] { ["--server-name", "matrix.example", "--key", folder.path("gateway.pem")] }

    private func start(_ database: String) async throws -> RunningNode {
        try await RunningNode.run(
            ["gateway", "--homeserver", "http://127.0.0.1:1", "--port", "0", "--database", database] + trust)
    }

    private func json(_ arguments: [String]) async throws -> JSONValue {
        let result = try await Program.run(["gateway"] + arguments + ["--json"])
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try JSONValue(parsing: result.output)
    }

    @Test("a gateway's file is copied while it serves, and restored only where nothing is left of another database")
    func whileServing() async throws {
        let path = folder.path("gateway.sqlite"), backup = folder.path("backup")
        _ = try await Program.run(["gateway", "init"] + trust)
        let gateway = try await start("sqlite:\(path)")
        let made = try await json(["backup", "--database", "sqlite:\(path)", "--to", backup])
        #expect(made["backup"] == .string(backup) && made["database"]?.intValue ?? 0 > 0)
        #expect(await gateway.end(SIGKILL) != 0)

        let restore = ["restore", "--from", backup, "--database", "sqlite:\(path)"]
        let taken = try await Program.run(["gateway"] + restore)
        #expect(taken.status == 1 && taken.errors.contains("gateway.sqlite: this file exists"), "\(taken.errors)")
        try FileManager.default.removeItem(atPath: path)
        let leftOver = try await Program.run(["gateway"] + restore + ["--json"])
        #expect(leftOver.status == 1, "the killed gateway has left its log")
        let said = try JSONValue(parsing: leftOver.errors.split(separator: "\n").last.map(String.init) ?? "")
        #expect(said["error"] == "backup" && said["reason"]?.stringValue?.contains("earlier database") == true)
        #expect(!FileManager.default.fileExists(atPath: path))

        _ = try await json(["restore", "--from", backup, "--check"])
        let new = folder.path("new.sqlite")
        _ = try await json(["restore", "--from", backup, "--database", "sqlite:\(new)"])
        let restored = try await start("sqlite:\(new)")
        #expect(try await restored.call("GET", "/health").status == 200)
        #expect(await restored.end(SIGTERM) == 0)
    }

    @Test("for PostgreSQL the commands name its own programs, and show no password")
    func postgres() async throws {
        let database = ["--database", "postgres://user:secret@127.0.0.1/gateway"]
        for command in [["backup", "--to", folder.path("backup")], ["restore", "--from", folder.path("backup")]] {
            let result = try await Program.run(["gateway"] + command + database)
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.contains("pg_dump") && !result.errors.contains("secret"), "\(result.errors)")
        }
        #expect(folder.files.isEmpty)
    }

    @Test("a database that does not exist is named, and a call without a database is a wrong call")
    func wrongCalls() async throws {
        let absent = ["gateway", "backup", "--database", "sqlite:\(folder.path("none.sqlite"))"]
        let missing = try await Program.run(absent + ["--to", folder.path("backup")])
        #expect(missing.status == 1 && missing.errors.contains("none.sqlite: there is no such file"))
        let noDatabase = ["HERALD_DATABASE_URL": ""]
        let nothing = try await Program.run(
            ["gateway", "backup", "--to", folder.path("backup")], environment: noDatabase)
        #expect(nothing.status == 64)
        let neither = try await Program.run(["gateway", "restore", "--from", folder.url.path], environment: noDatabase)
        #expect(neither.status == 64)
        #expect(folder.files.isEmpty)
    }
}
