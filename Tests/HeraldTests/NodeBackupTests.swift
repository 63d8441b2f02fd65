import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("herald node backup and restore")
struct NodeBackupTests {
    @Test(
        "a backup that is made while the node serves has all that was acknowledged before, files too, and serves it elsewhere",
        .timeLimit(.minutes(10)))
    func whileServing() async throws {
        let folder = try TemporaryFolder(), key = Secp256k1PrivateKey()
        let node = try await RunningNode.start(["--data", folder.path("data")])
        let session = try await node.login(key)
        let room = try await Self.room(node, session.token)
        let path = "/_api/client/r0/rooms/\(Self.encoded(room))"
        let event = try #require(
            try await node.call("PUT", path + "/send/m.room.message/t0", token: session.token, body: ["body": "kept"])
                .json["event_id"]?.stringValue)
        let uri = try await Self.upload(node, session.token, ["a": "picture"])

        async let writes: Int = Self.write(node, session.token, path)
        let made = try await Self.json(["backup", "--data", folder.path("data"), "--to", folder.path("backup")])
        #expect(try await writes == 20, "the node goes on writing")
        #expect(made["files"] == 1)
        #expect(made["leftOut"] == nil)
        for (name, _) in folder.files where name.hasPrefix("backup/") {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions]
            #expect(((mode as? NSNumber)?.intValue ?? 0o777) & 0o077 == 0, "\(name)")
        }
        _ = try await Self.upload(node, session.token, ["a": "later picture"])
        #expect(await node.end(SIGKILL) != 0)

        #expect(try await Self.json(["restore", "--from", folder.path("backup"), "--check"])["files"] == 1)
        _ = try await Self.json(["restore", "--from", folder.path("backup"), "--data", folder.path("new")])
        let restored = try await RunningNode.start(["--data", folder.path("new")])
        let found = try await restored.call("GET", path + "/event/\(Self.encoded(event))", token: session.token)
        #expect(found.json["content"] == ["body": "kept"])
        let picture = try await restored.call(
            "GET", "/_matrix/client/v1/media/download/localhost/\(uri)", token: session.token)
        #expect(picture.json == ["a": "picture"])
        #expect(await restored.end(SIGTERM) == 0)
    }

    @Test("a damaged, truncated or missing file is named, and nothing is restored", .timeLimit(.minutes(10)))
    func damaged() async throws {
        let folder = try await Self.backup()
        let file = try #require(folder.files.map(\.name).first { $0.hasPrefix("backup/media/") })
        try await Self.refuses(folder, "backup/node.sqlite", "node.sqlite: the file is damaged") {
            $0[$0.count / 2] ^= 1
        }
        try await Self.refuses(folder, "backup/node.sqlite", "node.sqlite: the file has ") { $0.removeLast(100) }
        try await Self.refuses(folder, file, "the file is damaged: its SHA-256 is not its name") { $0[0] ^= 1 }
        try await Self.refuses(folder, "backup/manifest.json", "manifest.json: the file is damaged") {
            $0.removeLast(5)
        }
        for (old, new, reason) in [
            ("\"version\":1", "\"version\":2", "another version of Herald made this backup"),
            ("herald-node-backup", "another-backup", "does not describe a backup of a node"),
            ("\"files\":1", "\"files\":2", "the database names 1 files"),
            ("rooms, version 1", "rooms, version 0", "another schema version"),
        ] {
            try await Self.refuses(folder, "backup/manifest.json", reason) { data in
                data = Data(String(decoding: data, as: UTF8.self).replacing(old, with: new).utf8)
            }
        }
        try FileManager.default.removeItem(atPath: folder.path(file))
        #expect(try await Self.refusal(of: folder).contains("the file is missing"))
        try FileManager.default.removeItem(atPath: folder.path("backup/manifest.json"))
        #expect(try await Self.refusal(of: folder).contains("this is no backup, or one that was not finished"))
    }

    @Test("a file that the node has lost is left out, and the backup says so", .timeLimit(.minutes(10)))
    func lostFile() async throws {
        let folder = try await Self.backup()
        let file = try #require(folder.files.map(\.name).first { $0.hasPrefix("data/media/") })
        try FileManager.default.removeItem(atPath: folder.path(file))
        let made = try await Self.json(["backup", "--data", folder.path("data"), "--to", folder.path("second")])
        #expect(made["files"] == 0 && made["leftOut"] == 1)
        #expect(try await Self.json(["restore", "--from", folder.path("second"), "--check"])["files"] == 0)
    }

    @Test("a target that has files is refused and not changed", .timeLimit(.minutes(10)))
    func taken() async throws {
        let folder = try await Self.backup()
        let before = folder.files.map(\.name)
        for command in [
            ["restore", "--from", folder.path("backup"), "--data", folder.path("data")],
            ["backup", "--data", folder.path("data"), "--to", folder.path("backup")],
        ] {
            let result = try await Program.run(["node"] + command)
            #expect(result.status == 1)
            #expect(result.errors.contains("this exists and is no empty folder"), "\(result.errors)")
        }
        #expect(folder.files.map(\.name) == before)
        let absent = try await Program.run(
            ["node", "backup", "--data", folder.path("absent"), "--to", folder.path("other")])
        #expect(absent.status == 1 && absent.errors.contains("the directory has no database of a node"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("absent")))
        #expect(try await Program.run(["node", "restore", "--from", folder.path("backup")]).status == 64)
    }

    @Test("a backup that is killed leaves nothing that is restored, or a whole one", .timeLimit(.minutes(10)))
    func killed() async throws {
        let folder = try await Self.backup()
        for number in 0..<6 {
            let target = folder.path("killed\(number)"), process = Process()
            process.executableURL = Program.url
            process.arguments = ["node", "backup", "--data", folder.path("data"), "--to", target]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            let draft = "\(target).\(process.processIdentifier).draft"
            // Later rounds kill the process later.
            let awaited = draft + ["", "/node.sqlite", "/manifest.json"][number / 2]
            while process.isRunning, !Self.exists(awaited) { await Task.yield() }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            for path in [target, draft] where Self.exists(path) {
                let check = try await Program.run(["node", "restore", "--from", path, "--check"])
                #expect((check.status == 0) == Self.exists(path + "/manifest.json"), "\(path): \(check.errors)")
            }
        }
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Changes a file of the backup, expects a refusal, and writes the old bytes back.
    private static func refuses(
        _ folder: TemporaryFolder, _ file: String, _ reason: String, _ change: (inout Data) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let url = URL(fileURLWithPath: folder.path(file))
        let old = try Data(contentsOf: url)
        var new = old
        change(&new)
        try new.write(to: url)
        let said = try await refusal(of: folder)
        #expect(said.contains(reason), "\(said)", sourceLocation: sourceLocation)
        try old.write(to: url)
    }

    private static func refusal(of folder: TemporaryFolder) async throws -> String {
        let result = try await Program.run(
            ["node", "restore", "--from", folder.path("backup"), "--data", folder.path("new")])
        #expect(result.status == 1)
        #expect(!exists(folder.path("new")))
        return result.errors
    }

    /// Returns a folder with the data directory of a node that has ended, and its backup.
    private static func backup() async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let node = try await RunningNode.start(["--data", folder.path("data")])
        let session = try await node.login(Secp256k1PrivateKey())
        _ = try await room(node, session.token)
        _ = try await upload(node, session.token, ["a": "picture"])
        #expect(await node.end(SIGTERM) == 0)
        _ = try await json(["backup", "--data", folder.path("data"), "--to", folder.path("backup")])
        return folder
    }

    /// Sends messages one after another.
    /// - Returns: the number of messages that the node accepted.
    private static func write(_ node: RunningNode, _ token: String, _ path: String) async throws -> Int {
        var accepted = 0
        for number in 1...20 {
            let sent = try await node.call(
                "PUT", "\(path)/send/m.room.message/t\(number)", token: token, body: ["body": .int(Int64(number))])
            if sent.status == 200 { accepted += 1 }
        }
        return accepted
    }

    private static func room(_ node: RunningNode, _ token: String) async throws -> String {
        try #require(
            try await node.call("POST", "/_api/client/r0/createRoom", token: token, body: [:]).json["room_id"]?
                .stringValue)
    }

    /// Uploads a JSON text as a file.
    /// - Returns: the ID of the file.
    private static func upload(_ node: RunningNode, _ token: String, _ body: JSONValue) async throws -> String {
        let uri = try await node.call("POST", "/_matrix/media/v3/upload", token: token, body: body).json["content_uri"]
        return try #require(uri?.stringValue?.split(separator: "/").last.map(String.init))
    }

    private static func json(_ arguments: [String]) async throws -> JSONValue {
        let result = try await Program.run(["node"] + arguments + ["--json"])
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try JSONValue(parsing: result.output)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
