import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("herald wallet: settings, backups and locks")
struct SealedSettingsTests {
    private static let elsewhere = """
        {"server":"http://127.0.0.1:1","tas":"did:omn:other","appId":"AID202411aaaaaaaaaaa","pkgName":"org.example"}
        """

    @Test(
        "settings are read only from the vault, not from files beside it or around a backup",
        .timeLimit(.minutes(10)))
    func settings() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSPHRASE"] = "correct horse battery"
        try await shell.register(at: services)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shell.file("wallet")) == ["vault"])
        let beside = shell.file("wallet") + "/settings.json"
        try Data(Self.elsewhere.utf8).write(to: URL(fileURLWithPath: beside))
        #expect(try await shell.json("vc", "plans").arrayValue?.isEmpty == false)

        _ = try await shell.json("wallet", "backup", shell.file("backup"))
        let backup = try Data(contentsOf: URL(fileURLWithPath: shell.file("backup")))
        #expect(backup.range(of: Data(services.url.utf8)) == nil)
        let around = #"{"settings":"# + Self.elsewhere + #","vault":""# + backup.base64EncodedString() + #""}"#
        try Data(around.utf8).write(to: URL(fileURLWithPath: shell.file("altered")))
        shell.name = "another"
        #expect(try await shell.refusal("wallet", "restore", shell.file("altered"))["error"] == "damaged")
        #expect(try await shell.json("wallet", "restore", shell.file("backup"))["lock"] == false)
        #expect(try await shell.json("vc", "issue", "--plan", WalletShell.plan)["claims"] == 12)
        #expect(try await shell.refusal("wallet", "restore", shell.file("backup"))["error"] == "command")
        #expect(await services.end() == 0)
    }

    @Test(
        "a backup is for its owner only, never replaces a file, and leaves nothing else behind",
        .timeLimit(.minutes(10)))
    func backupFile() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSPHRASE"] = "correct horse battery"
        try await shell.register(at: services)
        // The name is taken, although no file can be read under it.
        try FileManager.default.createSymbolicLink(
            atPath: shell.file("taken"), withDestinationPath: shell.file("elsewhere"))
        let taken = try await shell.refusal("wallet", "backup", shell.file("taken"))
        #expect(taken["error"] == "file" && taken["reason"]?.stringValue?.contains("exists already") == true)
        _ = try await shell.json("wallet", "backup", shell.file("backup"))
        let mode = try FileManager.default.attributesOfItem(atPath: shell.file("backup"))[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        let absent = try await shell.refusal("wallet", "backup", shell.file("absent/backup"))
        #expect(absent["error"] == "file", "\(absent)")
        let names = try FileManager.default.contentsOfDirectory(atPath: shell.folder.url.path)
        #expect(Set(names) == ["wallet", "taken", "backup"])
        #expect(await services.end() == 0)
    }

    @Test(
        "each of two simultaneous creations of a wallet succeeds or reports that the other is running",
        .timeLimit(.minutes(10)))
    func race() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        async let first = shell.run(
            "wallet", "create", "--server", services.url, "--user", "alice", "--scrypt", "10", json: true)
        async let second = shell.run(
            "wallet", "create", "--server", services.url, "--user", "alice", "--scrypt", "10", json: true)
        let results = try await [first, second]
        #expect(results.contains { $0.status == 0 })
        for result in results where result.status != 0 {
            #expect(try JSONValue(parsing: result.errors)["error"] == "in_use", "\(result.errors)")
        }
        #expect(try await shell.json("vc", "issue", "--plan", WalletShell.plan)["claims"] == 12)
        #expect(await services.end() == 0)
    }

    @Test(
        "creation with a lock ends with a lock, also after a weak passcode and in a wallet that had no lock",
        .timeLimit(.minutes(10)))
    func lock() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        let create = ["wallet", "create", "--server", services.url, "--user", "alice", "--scrypt", "10", "--lock"]
        shell.secrets["HERALD_PASSCODE"] = "abc"
        let weak = try await Program.run(
            create + ["--wallet", shell.file("wallet"), "--json"], environment: shell.secrets)
        #expect(weak.status == 1)
        #expect(try JSONValue(parsing: weak.errors)["error"] == "weak_passcode")
        shell.secrets["HERALD_PASSCODE"] = "open sesame"
        for name in ["wallet", "late"] {
            shell.name = name
            if name == "late" { try await shell.register(at: services, as: "bob") }
            let user = name == "late" ? create.map { $0 == "alice" ? "bob" : $0 } : create
            let made = try await Program.run(
                user + ["--wallet", shell.file(name), "--json"], environment: shell.secrets)
            #expect(made.status == 0, "\(made.errors)")
            #expect(try JSONValue(parsing: made.output)["lock"] == true)
            var wrong = shell
            wrong.secrets["HERALD_PASSCODE"] = "close sesame"
            #expect(try await wrong.refusal("wallet", "show")["error"] == "wrong_passcode")
        }
        #expect(await services.end() == 0)
    }

    @Test(
        "the passcode of a lock that was registered with the PIN can reset wrong attempts at it",
        .timeLimit(.minutes(10)))
    func resetPIN() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSCODE"] = "open sesame"
        shell.secrets["HERALD_PASSPHRASE"] = "correct horse battery"
        try await shell.register(at: services)
        _ = try await shell.json("wallet", "backup", shell.file("backup"))
        var wrong = shell
        wrong.secrets["HERALD_PIN"] = "000000"
        #expect(try await shell.refusal("wallet", "unlock", "--reset-pin")["error"] == "lock_state")
        #expect(try await wrong.refusal("wallet", "lock")["error"] == "wrong_passcode")
        #expect(try await shell.json("wallet", "lock", "--without-pin")["lock"] == true)
        #expect(try await shell.refusal("wallet", "unlock", "--reset-pin")["error"] == "lock_state")

        shell.name = "another"
        wrong.name = "another"
        _ = try await shell.json("wallet", "restore", shell.file("backup"))
        #expect(try await shell.json("wallet", "lock")["lock"] == true)
        #expect(try await wrong.refusal("wallet", "unlock", "--pin")["error"] == "wrong_passcode")
        let freed = try await shell.json("wallet", "unlock", "--reset-pin", "--pin")
        #expect(freed["attempts"] == "reset")
        #expect(freed["pin"] == "right")
        #expect(await services.end() == 0)
    }

    @Test("a wallet from a backup has no lock, the command says so, and a lock can be added", .timeLimit(.minutes(10)))
    func lockAfterRestore() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSCODE"] = "open sesame"
        shell.secrets["HERALD_PASSPHRASE"] = "correct horse battery"
        _ = try await shell.json(
            "wallet", "create", "--server", services.url, "--scrypt", "10", "--user", "alice", "--lock")
        _ = try await shell.json("wallet", "backup", shell.file("backup"))
        shell.name = "another"
        let restored = try await shell.run("wallet", "restore", shell.file("backup"))
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.output.contains("herald wallet lock"))
        #expect(try await shell.json("wallet", "lock")["lock"] == true)
        #expect(try await shell.refusal("wallet", "lock")["error"] == "lock_state")
        #expect(try await shell.json("wallet", "show")["lock"] == true)
        #expect(await services.end() == 0)
    }
}
