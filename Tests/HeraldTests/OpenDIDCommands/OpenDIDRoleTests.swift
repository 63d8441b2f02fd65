import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("herald opendid")
struct OpenDIDRoleTests {
    @Test("one process serves every role, and SIGTERM ends it with 0", .timeLimit(.minutes(10)))
    func all() async throws {
        let services = try await RunningServices.start()
        for path in ["tas", "issuer", "verifier", "cas", "wallet"] {
            #expect(try await services.get("/\(path)/api/v1/certificate-vc").status == 200, "\(path)")
        }
        #expect(try await services.get("/list/api/v1/vcplan/list").json["count"] == 2)
        #expect(await services.end() == 0)
    }

    @Test(
        "roles in separate processes serve a wallet together, and find all their data after a restart",
        .timeLimit(.minutes(10)))
    func separate() async throws {
        let folder = try TemporaryFolder()
        let data = ["--data", folder.url.path]
        let tas = try await RunningServices.start("tas", data)
        let known = data + ["--tas-url", tas.url]
        let gateway = try await RunningServices.start("gateway", known)
        let issuer = try await RunningServices.start("issuer", known + ["--sample"])
        let cas = try await RunningServices.start("cas", known + ["--sample"])
        let provider = try await RunningServices.start("wallet", known)
        let verifier = try await RunningServices.start("verifier", known + ["--sample", "--issuer-url", issuer.url])
        let shell = try WalletShell()
        // The address for all servers is that of one role only, so that a command that asks there for another role fails.
        let created = try await shell.json(
            "wallet", "create", "--server", verifier.url, "--tas-url", tas.url, "--gateway-url", gateway.url,
            "--issuer-url", issuer.url, "--cas-url", cas.url, "--wallet-url", provider.url, "--scrypt", "10", "--user",
            "bob")
        #expect(created["state"] == "operation")
        let plans = try await shell.json("vc", "plans").arrayValue ?? []
        #expect(plans.contains { $0["plan"]?.stringValue == WalletShell.plan })
        let issued = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        #expect(issued["claims"] == 12)
        let id = try #require(issued["credential"]?.stringValue)
        let card = shell.file("card.json")
        try Data(try await shell.run("vc", "show", id, json: true).output.utf8).write(to: URL(fileURLWithPath: card))
        let verified = try await shell.json("vc", "verify", card)
        #expect(verified["valid"] == true && verified["notChecked"] == nil, "\(verified)")
        let offer = try await shell.offer("verify", at: verifier)
        #expect(try await shell.json("vc", "present", "--offer", offer)["accepted"] == true)

        #expect(await gateway.end() == 0)
        let unanswered = try await shell.run("vc", "verify", card, json: true)
        #expect(unanswered.status == 1)
        let report = try JSONValue(parsing: unanswered.output)
        #expect(report["valid"] == JSONValue.null && report["failures"] == nil, "\(report)")
        #expect(report["notChecked"]?.arrayValue?.contains { $0.stringValue?.hasPrefix("issuer: ") == true } == true)
        let lines = try await shell.run("vc", "verify", card)
        #expect(lines.status == 1 && lines.output.contains(#/valid +not checked/#), "\(lines.output)")
        let again = try await RunningServices.start("gateway", known)
        let did = try #require(created["holder"]?.stringValue)
        let found = try await shell.json("did", "resolve", did, "--server", again.url)
        #expect(found["status"] == "ACTIVATED")
        for process in [again, verifier, provider, cas, issuer, tas] { #expect(await process.end() == 0) }
    }

    @Test("processes that share a database need the address that clients use", .timeLimit(.minutes(10)))
    func sharedAddress() async throws {
        let environment = ["HERALD_DATABASE_URL": "postgres://h/d"]
        for role in ["all", "tas", "gateway"] {
            let refused = try await Program.run(
                ["opendid", role, "--tas-url", "http://127.0.0.1:1"], environment: environment)
            #expect(refused.status == 64 && refused.errors.contains("--public-url"))
        }
    }

    @Test(
        "without a data directory, or with a port in use, the command ends with the reason", .timeLimit(.minutes(10))
    )
    func refused() async throws {
        #expect(try await Program.run(["opendid", "all"]).status == 64)
        #expect(try await Program.run(["opendid", "issuer", "--in-memory"]).status == 64)
        #expect(try await Program.run(["opendid", "nonsense", "--in-memory"]).status == 64)
        let shared = ["opendid", "all", "--public-url", "https://id.example", "--database"]
        let database = try await Program.run(shared + ["mysql://h/d"])
        #expect(database.status == 1 && database.errors.hasPrefix("herald opendid: --database: scheme: "))
        // Nothing listens on the socket of an empty folder.
        let folder = try TemporaryFolder()
        let unreachable = try await Program.run(
            shared + ["postgres:///d?host=\(folder.url.path)"],
            environment: ["HERALD_STORAGE_PASSPHRASE": "a passphrase"])
        #expect(unreachable.status == 1)
        #expect(unreachable.errors.hasPrefix("herald opendid: --database: the database cannot be reached: "))
        #expect(unreachable.errors.split(separator: "\n").count == 1)
        let services = try await RunningServices.start()
        let port = services.url.split(separator: ":").last.map(String.init) ?? ""
        let second = try await Program.run(["opendid", "all", "--in-memory", "--port", port])
        #expect(second.status == 1)
        #expect(!second.errors.isEmpty)
        #expect(await services.end() == 0)
    }
}
