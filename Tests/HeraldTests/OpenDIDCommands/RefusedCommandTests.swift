import Foundation
import HeraldJSON
import Testing

@Suite("Refusals of herald wallet, did, vc, offer")
struct RefusedCommandTests {
    @Test(
        "a wrong PIN, passcode or passphrase has its own error, and nothing changes",
        .timeLimit(.minutes(10)))
    func wrongSecrets() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSCODE"] = "open sesame"
        shell.secrets["HERALD_PASSPHRASE"] = "correct horse battery"
        _ = try await shell.json(
            "wallet", "create", "--server", services.url, "--scrypt", "10", "--user", "alice", "--lock")
        _ = try await shell.json("wallet", "backup", shell.file("backup"))
        var wrong = shell
        wrong.secrets["HERALD_PIN"] = "000000"
        let pin = try await wrong.refusal("vc", "issue", "--plan", WalletShell.plan)
        #expect(pin["error"] == "wrong_passcode" || pin["error"] == "wrong_pin", "\(pin)")
        #expect(try await shell.json("vc", "list").arrayValue?.isEmpty == true)
        wrong.secrets["HERALD_PASSCODE"] = "close sesame"
        #expect(try await wrong.refusal("wallet", "show")["error"] == "wrong_passcode")
        wrong.name = "another"
        wrong.secrets["HERALD_PASSPHRASE"] = "incorrect horse"
        #expect(try await wrong.refusal("wallet", "restore", shell.file("backup"))["error"] == "wrong_passcode")
        for value in shell.secrets.values { #expect(!"\(pin)".contains(value)) }
        #expect(await services.end() == 0)
    }

    @Test(
        "a wrong offer, wallet, server or credential ends the command with exit code 1 and a stable name",
        .timeLimit(.minutes(10)))
    func nonsense() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        #expect(try await shell.refusal("wallet", "show")["error"] == "command")
        #expect(try await shell.refusal("vc", "plans")["error"] == "command")
        #expect(
            try await shell.refusal("wallet", "create", "--server", "nonsense", "--scrypt", "10", "--user", "alice")[
                "error"] == "command")
        #expect(
            try await shell.refusal(
                "wallet", "create", "--server", "http://127.0.0.1:1", "--scrypt", "10", "--user", "alice")["error"]
                == "transport")
        // A wallet that never got to its servers goes to those that are named now.
        try await shell.register(at: services)
        #expect(try await shell.refusal("vc", "present", "--offer", "{}")["error"] == "offer")
        #expect(try await shell.refusal("vc", "present", "--offer", shell.file("absent"))["error"] == "offer")
        let verify = try await shell.offer("verify", at: services)
        #expect(try await shell.refusal("vc", "issue", "--offer", verify)["error"] == "offer")
        #expect(try await shell.refusal("vc", "present", "--offer", verify)["error"] == "no_credential")
        #expect(try await shell.refusal("vc", "show", "absent")["error"] == "unknown_credential")
        #expect(try await shell.refusal("vc", "issue", "--plan", "vcplanid999999999999")["error"] == "unknown_plan")
        #expect(try await shell.refusal("did", "resolve", "did:omn:nobody")["error"] == "unknown_did")
        #expect(try await shell.refusal("did", "resolve", "nobody")["error"] == "did")
        let both = try await shell.run("vc", "issue", "--plan", WalletShell.plan, "--offer", "{}")
        #expect(both.status == 64)
        #expect(await services.end() == 0)
    }

    @Test("attack 58: the operator's token is not sent to another machine over plain HTTP", .timeLimit(.minutes(10)))
    func token() async throws {
        let result = try await Program.run(
            ["offer", "issue", "--server", "http://192.0.2.1:8090", "--json"],
            environment: ["HERALD_OPERATOR_TOKEN": RunningServices.operatorToken])
        #expect(result.status == 1)
        #expect(
            try JSONValue(parsing: result.errors)["error"] == "command" && result.errors.contains("plain HTTP"),
            "\(result.errors)")
        #expect(!result.errors.contains(RunningServices.operatorToken))
    }

    @Test("an altered credential does not verify, and the error names the altered place", .timeLimit(.minutes(10)))
    func altered() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let id = try #require(
            try await shell.json("vc", "issue", "--plan", WalletShell.plan)["credential"]?.stringValue)
        let text = try await shell.run("vc", "show", id, json: true).output
        let forged = text.replacingOccurrences(of: "Gildong", with: "Mallory")
        #expect(forged != text)
        try Data(forged.utf8).write(to: URL(fileURLWithPath: shell.file("forged.json")))
        let result = try await shell.run("vc", "verify", shell.file("forged.json"), json: true)
        #expect(result.status == 1)
        let report = try JSONValue(parsing: result.output)
        #expect(report["valid"] == false)
        #expect(
            report["failures"]?.arrayValue?.contains { $0.stringValue?.contains("signature") == true } == true,
            "\(report)")
        #expect(await services.end() == 0)
    }

    @Test(
        "a wallet uses only TLS to servers on another machine, and the error names the option for plain HTTP",
        .timeLimit(.minutes(10))
    )
    func plainHTTP() async throws {
        let shell = try WalletShell()
        let refusal = try await shell.refusal(
            "wallet", "create", "--server", "http://id.example.org", "--scrypt", "10", "--user", "alice")
        #expect(refusal["error"] == "plain_http")
        #expect(refusal["reason"]?.stringValue?.contains("--insecure-http") == true)
        #expect(try await shell.refusal("wallet", "show")["error"] == "command")
        for arguments in [["vc", "plans"], ["did", "resolve", "did:omn:tas"]] {
            let result = try await Program.run(arguments + ["--server", "http://id.example.org", "--json"])
            #expect(try JSONValue(parsing: result.errors)["error"] == "plain_http", "\(arguments)")
        }
    }

    @Test("a wallet lists the providers whose keys it has stored, and deletes one on request", .timeLimit(.minutes(10)))
    func providers() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let met =
            try await shell.json("wallet", "providers").arrayValue?.compactMap { $0["provider"]?.stringValue } ?? []
        #expect(met.contains("did:omn:tas"))
        #expect(met.contains("did:omn:cas"))
        let left = try await shell.json("wallet", "providers", "--forget", "did:omn:cas").arrayValue ?? []
        #expect(left.count == met.count - 1)
        #expect(
            try await shell.refusal("wallet", "providers", "--forget", "did:omn:cas")["error"] == "unknown_provider")
        #expect(await services.end() == 0)
    }

    @Test("commands of the operator ask for its token", .timeLimit(.minutes(10)))
    func operators() async throws {
        let services = try await RunningServices.start()
        let result = try await Program.run(["offer", "issue", "--server", services.url, "--json"])
        #expect(result.status == 1)
        #expect([401, 403].contains(try JSONValue(parsing: result.errors)["status"]?.intValue ?? 0))
        #expect(await services.end() == 0)
    }
}
