import Foundation
import HeraldJSON
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("herald opendid backup and restore, data directories")
struct OpenDIDBackupTests {
    @Test(
        "a backup that is made while servers write has all up to one moment, and serves the same credential elsewhere",
        .timeLimit(.minutes(10)))
    func whileServing() async throws {
        let folder = try TemporaryFolder()
        let services = try await RunningServices.start("all", ["--data", folder.path("data"), "--sample"])
        let shell = try WalletShell()
        try await shell.register(at: services)
        let issued = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        let credential = try #require(issued["credential"]?.stringValue)

        async let writes: Void = Self.writing(at: services)
        let made = try await Self.json("backup", "--data", folder.path("data"), "--to", folder.path("backup"))
        try await writes
        #expect(made["keys"] == "key files, checked")
        #expect(made["roles"]?.arrayValue?.contains("issuer") == true)
        for (name, _) in folder.files where name.hasPrefix("backup/") {
            #expect(Self.mode(folder.path(name)) & 0o077 == 0, "\(name)")
        }
        let late = try WalletShell()
        try await late.register(at: services, as: "bob")
        let lateDID = try #require(try await late.json("wallet", "show")["holder"]?.stringValue)
        let holder = try #require(try await shell.json("wallet", "show")["holder"]?.stringValue)
        let document = try await shell.json("did", "resolve", holder, "--server", services.url)
        let meta = try await services.get("/api-gateway/api/v1/vc-meta?vcId=\(credential)").json
        #expect(meta.serialized().count > 100)
        #expect(await services.end(SIGKILL) != 0)

        #expect(try await Self.json("restore", "--from", folder.path("backup"), "--check")["roles"] == made["roles"])
        _ = try await Self.json("restore", "--from", folder.path("backup"), "--data", folder.path("new"))
        // The wallet knows the servers by their address.
        let port = services.url.split(separator: ":").last.map(String.init) ?? ""
        let restored = try await RunningServices.start(
            "all", ["--data", folder.path("new"), "--sample", "--port", port])
        #expect(try await shell.json("did", "resolve", holder, "--server", restored.url) == document)
        #expect(try await restored.get("/api-gateway/api/v1/vc-meta?vcId=\(credential)").json == meta)
        let offer = try await shell.offer("verify", at: restored)
        #expect(try await shell.json("vc", "present", "--offer", offer)["accepted"] == true)
        let missing = try await shell.run("did", "resolve", lateDID, "--server", restored.url, json: true)
        #expect(missing.status == 1, "the backup has a user who registered later: \(missing.output)")
        #expect(await restored.end() == 0)
    }

    /// Makes offers one after another, so that the servers write all the time.
    private static func writing(at services: RunningServices) async throws {
        for _ in 0..<5 { _ = try await WalletShell().offer("verify", at: services) }
    }

    @Test(
        "roles in processes of their own are copied together, and a wallet presents its credential to the restored ones",
        .timeLimit(.minutes(10)))
    func roles() async throws {
        let folder = try TemporaryFolder()
        let ports = try await Self.start(in: folder.path("data"), ports: [:])
        let shell = try WalletShell()
        _ = try await shell.json(
            ["wallet", "create", "--server", ports.tas.url, "--gateway-url", ports.gateway.url, "--issuer-url"]
                + [ports.issuer.url, "--cas-url", ports.cas.url, "--wallet-url", ports.provider.url]
                + ["--verifier-url", ports.verifier.url, "--scrypt", "10", "--user", "bob"])
        #expect(try await shell.json("vc", "issue", "--plan", WalletShell.plan)["claims"] == 12)
        _ = try await Self.json("backup", "--data", folder.path("data"), "--to", folder.path("backup"))
        for process in ports.all { #expect(await process.end(SIGKILL) != 0) }

        _ = try await Self.json("restore", "--from", folder.path("backup"), "--data", folder.path("new"))
        // The wallet knows the servers by their addresses.
        let again = try await Self.start(in: folder.path("new"), ports: ports.numbers)
        let offer = try await shell.offer("verify", at: again.verifier)
        #expect(try await shell.json("vc", "present", "--offer", offer)["accepted"] == true)
        for process in again.all { #expect(await process.end() == 0) }
    }

    private struct Roles {
        let tas, gateway, issuer, cas, provider, verifier: RunningServices
        var all: [RunningServices] { [verifier, provider, cas, issuer, gateway, tas] }
        var numbers: [String: String] {
            let named = [("tas", tas), ("gateway", gateway), ("issuer", issuer), ("cas", cas)]
            return Dictionary(
                uniqueKeysWithValues: (named + [("wallet", provider), ("verifier", verifier)]).map {
                    ($0, String($1.url.split(separator: ":").last ?? "0"))
                })
        }
    }

    private static func start(in data: String, ports: [String: String]) async throws -> Roles {
        func start(_ role: String, _ options: [String]) async throws -> RunningServices {
            // The last option counts.
            try await RunningServices.start(
                role, ["--data", data] + options + (ports[role].map { ["--port", $0] } ?? []))
        }
        let sample = ports.isEmpty ? ["--sample"] : []
        let tas = try await start("tas", [])
        let known = ["--tas-url", tas.url]
        let issuer = try await start("issuer", known + sample)
        return Roles(
            tas: tas, gateway: try await start("gateway", known), issuer: issuer,
            cas: try await start("cas", known + sample), provider: try await start("wallet", known),
            verifier: try await start("verifier", known + ["--sample", "--issuer-url", issuer.url]))
    }

    // MARK: What is refused

    @Test("a damaged, truncated or missing file and a wrong manifest are named, and nothing is restored")
    func damaged() async throws {
        let folder = try await Self.backup()
        try await Self.refuses(folder, "opendid.sqlite: the file is damaged: its SHA-256") { data in
            data[data.count / 2] ^= 1
        }
        try await Self.refuses(folder, "opendid.sqlite: the file has ") { data in data.removeLast(100) }
        try await Self.refuses(folder, "keys/tas.key: the file is damaged", file: "keys/tas.key") { $0[0] ^= 1 }
        try await Self.refuses(folder, "manifest.json: the file is damaged", file: "manifest.json") { data in
            data.removeLast(5)
        }
        for (old, new, reason) in [
            ("\"version\":1", "\"version\":2", "another version of Herald made this backup"),
            ("herald-opendid-backup", "another-backup", "does not describe a backup of OpenDID's servers"),
            ("keys/tas.key", "keys/../../tas", "no file of a data directory"),
            ("identity, version 1", "identity, version 0", "another schema version"),
        ] {
            try await Self.refuses(folder, reason, file: "manifest.json") { data in
                data = Data(String(decoding: data, as: UTF8.self).replacing(old, with: new).utf8)
            }
        }
        try FileManager.default.removeItem(atPath: folder.path("backup/keys/tas.key"))
        #expect(try await Self.refusal(of: folder).contains("keys/tas.key: the file is missing"))
        try FileManager.default.removeItem(atPath: folder.path("backup/manifest.json"))
        #expect(try await Self.refusal(of: folder).contains("manifest.json: the file is missing"))
    }

    /// Changes a file of the backup, expects a refusal, and writes the old bytes back.
    private static func refuses(
        _ folder: TemporaryFolder, _ reason: String, file: String = "opendid.sqlite", _ change: (inout Data) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let url = URL(fileURLWithPath: folder.path("backup/\(file)"))
        let old = try Data(contentsOf: url)
        var new = old
        change(&new)
        try new.write(to: url)
        let said = try await refusal(of: folder)
        #expect(said.contains(reason), "\(said)", sourceLocation: sourceLocation)
        try old.write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    }

    private static func refusal(of folder: TemporaryFolder) async throws -> String {
        let result = try await Program.run(
            ["opendid", "restore", "--from", folder.path("backup"), "--data", folder.path("new")])
        #expect(result.status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
        return result.errors
    }

    @Test("a target that has files is refused and not changed")
    func taken() async throws {
        let folder = try await Self.backup()
        let file = URL(fileURLWithPath: folder.path("file"))
        try Data("kept".utf8).write(to: file)
        for target in ["file", "data"] {
            let before = folder.files.map(\.name)
            for command in [
                ["restore", "--from", folder.path("backup"), "--data", folder.path(target)],
                ["backup", "--data", folder.path("data"), "--to", folder.path(target)],
            ] {
                let result = try await Program.run(["opendid"] + command)
                #expect(result.status == 1)
                #expect(result.errors.contains("this exists and is no empty folder"), "\(result.errors)")
            }
            #expect(folder.files.map(\.name) == before)
        }
        #expect(try Data(contentsOf: file) == Data("kept".utf8))
        let absent = try await Program.run(
            ["opendid", "backup", "--data", folder.path("absent"), "--to", folder.path("other")])
        #expect(absent.status == 1 && absent.errors.contains("there is no such directory"))
        #expect(try await Program.run(["opendid", "backup", "--to", folder.path("other")]).status == 64)
        #expect(try await Program.run(["opendid", "restore", "--data", folder.path("other")]).status == 64)
    }

    @Test("without the passphrase a backup says that its keys were not checked, and a wrong passphrase is refused")
    func passphrase() async throws {
        let folder = try await Self.backup(environment: ["HERALD_STORAGE_PASSPHRASE": "correct horse battery staple"])
        let restore = ["restore", "--from", folder.path("backup"), "--check"]
        #expect(try await Self.json(restore)["keys"]?.stringValue?.contains("not checked") == true)
        #expect(
            try await Self.json(restore, ["HERALD_STORAGE_PASSPHRASE": "correct horse battery staple"])["keys"]
                == "passphrase, checked")
        let wrong = try await Program.run(
            ["opendid"] + restore, environment: ["HERALD_STORAGE_PASSPHRASE": "a wrong passphrase"])
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("HERALD_STORAGE_PASSPHRASE: it does not decrypt the keys"), "\(wrong.errors)")
        #expect(!wrong.errors.contains("a wrong passphrase"))
    }

    @Test("a backup on a disk that is full says so, and leaves nothing behind")
    func fullDisk() async throws {
        let folder = try await Self.backup()
        // Each file may have 100 blocks of 512 bytes, and a write beyond fails as on a full disk.
        let result = try PostgresServer.run(
            "trap '' XFSZ; ulimit -f 100; \(Program.url.path) opendid backup --data \(folder.path("data")) "
                + "--to \(folder.path("second")) 2>&1; echo status $?")
        #expect(result.contains("is the disk full?") && result.contains("status 1"), "\(result)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(left) == ["data", "backup"])
    }

    @Test("a backup that is killed leaves no folder of its name, or a whole one", .timeLimit(.minutes(10)))
    func killed() async throws {
        let folder = try await Self.backup()
        for number in 0..<6 {
            let target = folder.path("killed\(number)")
            let process = Process()
            process.executableURL = Program.url
            process.arguments = ["opendid", "backup", "--data", folder.path("data"), "--to", target]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            let draft = "\(target).\(process.processIdentifier).draft"
            // Later rounds kill the process later.
            let files = Set(["opendid.sqlite", "keys/tas.key", "manifest.json"].prefix(number / 2).map { "/" + $0 })
            while process.isRunning, !(files.isEmpty ? [""] : files).contains(where: { Self.exists(draft + $0) }) {
                await Task.yield()
            }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            for path in [target, draft] where Self.exists(path) {
                let check = try await Program.run(["opendid", "restore", "--from", path, "--check"])
                let isWhole = Self.exists(path + "/manifest.json")
                #expect((check.status == 0) == isWhole, "\(path): \(check.errors)")
            }
        }
    }

    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    private static func mode(_ path: String) -> Int {
        let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        return mode?.intValue ?? 0o777
    }

    /// Returns a folder with a data directory, whose servers have ended, and its backup.
    private static func backup(environment: [String: String] = [:]) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let services = try await RunningServices.start(
            "all", ["--data", folder.path("data")], environment: environment)
        #expect(await services.end() == 0)
        _ = try await json(
            ["backup", "--data", folder.path("data"), "--to", folder.path("backup")], environment)
        return folder
    }

    private static func json(_ arguments: String...) async throws -> JSONValue { try await json(arguments) }

    private static func json(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> JSONValue {
        let result = try await Program.run(["opendid"] + arguments + ["--json"], environment: environment)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try JSONValue(parsing: result.output)
    }
}
