import Foundation
import HeraldJSON
import Testing

@Suite("herald wallet, did, vc, offer")
struct NewcomerTests {
    @Test(
        "a newcomer gets a wallet, a DID and a credential, shows three claims, and has it revoked",
        .timeLimit(.minutes(10)))
    func newcomer() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        let created = try await shell.json(
            "wallet", "create", "--server", services.url, "--scrypt", "10", "--user", "alice")
        #expect(created["state"] == "operation")
        #expect(created["user"] == "alice")
        let did = try #require(created["holder"]?.stringValue)
        #expect(try await shell.json("did", "show")["id"]?.stringValue == did)
        let resolved = try await shell.json("did", "resolve", did)
        #expect(resolved["status"] == "ACTIVATED")
        #expect(resolved["document"]?["id"]?.stringValue == did)
        #expect(try await shell.json("wallet", "keys").arrayValue?.count == 5)

        let plans = try await shell.json("vc", "plans").arrayValue ?? []
        #expect(plans.contains { $0["plan"]?.stringValue == WalletShell.plan })
        let issued = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        let id = try #require(issued["credential"]?.stringValue)
        #expect(issued["claims"] == 12)
        let listed = try await shell.json("vc", "list", "--status").arrayValue ?? []
        #expect(listed.map { $0["credential"]?.stringValue } == [id])
        #expect(listed.first?["status"] == "ACTIVE")

        let korean = try await shell.run("vc", "show", String(id.prefix(8)), "--language", "ko")
        #expect(korean.output.contains("이름"))
        #expect(korean.output.contains("길동"))
        let credential = try await shell.run("vc", "show", id, json: true)
        try Data(credential.output.utf8).write(to: URL(fileURLWithPath: shell.file("card.json")))
        let verified = try await shell.json("vc", "verify", shell.file("card.json"))
        #expect(verified["valid"] == true)
        #expect(verified["status"] == "ACTIVE")

        let offer = try await shell.offer("verify", "--png", shell.file("offer.png"), at: services)
        let picture = try Data(contentsOf: URL(fileURLWithPath: shell.file("offer.png")))
        #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let presented = try await shell.json("vc", "present", "--offer", offer)
        #expect(presented["accepted"] == true)
        #expect(presented["disclosed"]?.arrayValue?.count == 3)
        let seen = try await Program.run(
            ["offer", "result", "--offer", offer, "--server", services.url, "--json"],
            environment: ["HERALD_OPERATOR_TOKEN": RunningServices.operatorToken])
        let result = try JSONValue(parsing: seen.output)
        #expect(result["accepted"] == true)
        #expect(result["claims"]?["org.herald.identity.v1.given_name"] == "Gildong")
        #expect(result["claims"]?.objectValue?.count == 3)

        let revoked = try await shell.run("vc", "revoke", id, "--keep", json: true)
        #expect(try JSONValue(parsing: revoked.output)["status"] == "REVOKED")
        #expect(revoked.errors.isEmpty, "scripts read errors as JSON: \(revoked.errors)")
        let second = try await shell.offer("verify", at: services)
        #expect(try await shell.refusal("vc", "present", "--offer", second)["server"] == "SSRVVRF00801")
        let checked = try await shell.run("vc", "verify", shell.file("card.json"), json: true)
        #expect(checked.status == 1)
        #expect(try JSONValue(parsing: checked.output)["status"] == "REVOKED")
        #expect(await services.end() == 0)
    }

    @Test(
        "the command prints the claims that will be shown before it sends them, and no others",
        .timeLimit(.minutes(10)))
    func consent() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let offered = try await shell.offer("issue", at: services)
        try Data(offered.utf8).write(to: URL(fileURLWithPath: shell.file("offer.txt")))
        #expect(try await shell.json("vc", "issue", "--offer", shell.file("offer.txt"))["claims"] == 12)
        let asked = try await shell.offer("verify", "--indirect", at: services)
        let shown = try await shell.run("vc", "present", "--offer", asked, "--out", shell.file("message.json"))
        #expect(shown.status == 0, "\(shown.errors)")
        for text in [
            "Entrance", "did:omn:verifier", "Gildong", "1991-04-05", "Republic of Korea", "9 other claims stay",
        ] {
            #expect(shown.output.contains(text), "\(text)")
        }
        #expect(!shown.output.contains("Sejong"))
        // The wallet sent nothing: the program that posts the message gets the answer.
        let message = try JSONValue(parsing: try String(contentsOfFile: shell.file("message.json"), encoding: .utf8))
        let answer = try await services.post("/verifier/api/v1/request-verify", message)
        #expect(answer.status == 200, "\(answer.json)")
        #expect(await services.end() == 0)
    }

    @Test(
        "a lost wallet is restored from its backup, its DID by the trust agent's offer, and a new key is registered",
        .timeLimit(.minutes(10)))
    func restoration() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSCODE"] = "open sesame"
        shell.secrets["HERALD_PASSPHRASE"] = "correct horse battery"
        _ = try await shell.json(
            "wallet", "create", "--server", services.url, "--scrypt", "10", "--user", "alice", "--lock")
        #expect(try await shell.json("wallet", "unlock", "--pin")["pin"] == "right")
        _ = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        let did = try #require(try await shell.json("did", "show")["id"]?.stringValue)
        _ = try await shell.json("wallet", "backup", shell.file("backup"))
        try FileManager.default.removeItem(atPath: shell.file("wallet"))

        let offer = try await shell.offer("restore", did, "--switch-off", at: services)
        shell.name = "another"
        #expect(try await shell.json("wallet", "restore", shell.file("backup"))["credentials"] == 1)
        let asked = try await shell.offer("verify", at: services)
        #expect(try await shell.refusal("vc", "present", "--offer", asked)["server"] != nil)
        #expect(try await shell.json("did", "restore", "--offer", offer)["status"] == "ACTIVATED")
        shell.secrets["HERALD_NEW_PIN"] = "771904"
        #expect(
            try await shell.json("did", "update", "--new-pin", "--add-service", "home=https://example.org")["version"]
                == "2")
        let document = try await shell.json("did", "resolve", did)["document"]
        #expect(document?["service"]?.arrayValue?.first?["id"] == "home")
        shell.secrets["HERALD_PIN"] = "771904"
        let again = try await shell.offer("verify", at: services)
        #expect(try await shell.json("vc", "present", "--offer", again)["accepted"] == true)
        #expect(try await shell.json("wallet", "resume").arrayValue?.isEmpty == true)
        #expect(await services.end() == 0)
    }
}
