import Foundation
import HeraldJSON
import Testing

@Suite("herald on a terminal")
struct TerminalTests {
    /// A clear screen, a change of the title, C1 control, a mark that turns the direction of writing.
    private static let evil = "\u{1B}[2J\u{1B}]0;x\u{07}\u{9B}31m\u{202E}evil"

    private static func obeyed(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { ($0.properties.generalCategory == .control && $0 != "\n") || $0 == "\u{202E}" }
    }

    @Test("text from others reaches the terminal without control characters", .timeLimit(.minutes(10)))
    func escapes() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let id = try #require(
            try await shell.json("vc", "issue", "--plan", WalletShell.plan)["credential"]?.stringValue)
        // A verifier that checks what it was handed prints what stands there.
        var credential = try JSONValue(parsing: try await shell.run("vc", "show", id, json: true).output)
        credential["id"] = .string(Self.evil)
        try Data(credential.serialized()).write(to: URL(fileURLWithPath: shell.file("evil.json")))
        let lines = try await shell.run("vc", "verify", shell.file("evil.json"))
        #expect(lines.output.contains("evil"))
        #expect(Self.obeyed(lines.output + lines.errors).isEmpty)
        let object = try await shell.run("vc", "verify", shell.file("evil.json"), json: true)
        #expect(Self.obeyed(object.output + object.errors).isEmpty)
        #expect(try JSONValue(parsing: object.output)["credential"]?.stringValue == Self.evil)
        for json in [false, true] {
            let refused = try await shell.run("vc", "present", "--offer", Self.evil, json: json)
            #expect(refused.status == 1)
            #expect(refused.errors.contains("evil"))
            #expect(Self.obeyed(refused.errors).isEmpty)
        }
        #expect(await services.end() == 0)
    }

    @Test("the user sees which claims will be shown before the question, with --json too", .timeLimit(.minutes(10)))
    func consent() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        _ = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        for answer in ["n", "y"] {
            let offer = try await shell.offer("verify", at: services)
            let terminal = try Terminal(typed: answer + "\n")
            let result = try await Program.run(
                ["vc", "present", "--offer", offer, "--wallet", shell.file("wallet"), "--json"],
                environment: shell.secrets,
                input: terminal.end)
            for text in [
                "did:omn:verifier", "Entrance", "Gildong", "9 other claims stay",
                "Send this to did:omn:verifier? [y/N]",
            ] {
                #expect(result.errors.contains(text), "\(answer): \(text)")
            }
            #expect(!result.errors.contains("Sejong"))
            #expect(result.status == (answer == "y" ? 0 : 1))
            if answer == "y" {
                #expect(try JSONValue(parsing: result.output)["accepted"] == true)
            } else {
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("nothing was sent"))
            }
        }
        #expect(await services.end() == 0)
    }

    @Test(
        "the user sees which credential will be revoked for good, and must agree",
        .timeLimit(.minutes(10)))
    func revocation() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let id = try #require(
            try await shell.json("vc", "issue", "--plan", WalletShell.plan)["credential"]?.stringValue)
        for answer in ["n", "", "y"] {
            let terminal = try Terminal(typed: answer + "\n")
            let result = try await Program.run(
                ["vc", "revoke", id, "--wallet", shell.file("wallet"), "--json"], environment: shell.secrets,
                input: terminal.end)
            for text in [id, "title", "did:omn:issuer", "Revoke this for good? [y/N]"] {
                #expect(result.errors.contains(text), "\(answer): \(text)")
            }
            #expect(result.status == (answer == "y" ? 0 : 1))
            #expect(try await shell.json("wallet", "show")["credentials"]?.intValue == (answer == "y" ? 0 : 1))
        }
        #expect(await services.end() == 0)
    }

    @Test(
        "a command whose standard input is no terminal asks at the terminal of its session, and does nothing without a yes",
        .enabled(if: SessionCommand.isAvailable), .timeLimit(.minutes(10)))
    func sessionTerminal() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let id = try #require(
            try await shell.json("vc", "issue", "--plan", WalletShell.plan)["credential"]?.stringValue)
        let texts = [
            "present": ["Gildong", "Send this to did:omn:verifier?"],
            "revoke": [id, "did:omn:issuer", "Revoke this for good?"],
        ]
        for (name, answer) in [("present", "n"), ("present", "y"), ("revoke", "n"), ("revoke", "y")] {
            let offer = try await shell.offer("verify", at: services)
            let subject = name == "present" ? ["--offer", offer] : [id]
            let command = try SessionCommand(
                .terminal, ["vc", name] + subject + ["--wallet", shell.file("wallet"), "--json"],
                environment: shell.secrets)
            let shown = await command.shown(until: "[y/N] ")
            for text in texts[name] ?? [] { #expect(shown.contains(text), "\(name) \(answer): \(text)") }
            command.type(answer)
            let result = await command.end()
            #expect(result.status == (answer == "y" ? 0 : 1), "\(name) \(answer): \(result.errors)")
            #expect(result.output.isEmpty == (answer == "n"), "\(name) \(answer): \(result.output)")
        }
        #expect(try await shell.json("wallet", "show")["credentials"] == 0)
        #expect(await services.end() == 0)
    }

    @Test(
        "a revocation without any terminal needs no answer, and shows the credential all the same",
        .enabled(if: SessionCommand.isAvailable), .timeLimit(.minutes(10)))
    func noTerminal() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        let id = try #require(
            try await shell.json("vc", "issue", "--plan", WalletShell.plan)["credential"]?.stringValue)
        let command = try SessionCommand(
            .bare, ["vc", "revoke", id, "--wallet", shell.file("wallet")], environment: shell.secrets)
        let result = await command.end()
        #expect(result.status == 0 && result.output.contains("REVOKED"), "\(result.errors)")
        for text in [id, "did:omn:issuer"] { #expect(result.errors.contains(text), "\(text)") }
        #expect(!result.errors.contains("[y/N]"))
        #expect(await services.end() == 0)
    }

    @Test(
        "a verifier that requires no claim gets one claim, or the claims that the user named", .timeLimit(.minutes(10)))
    func namedClaims() async throws {
        let services = try await RunningServices.start()
        let shell = try WalletShell()
        try await shell.register(at: services)
        _ = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        func offer() async throws -> String {
            try await shell.offer("verify", "--device", "WEB", "--service", "have", at: services)
        }
        let whole = try await shell.offer("verify", "--device", "WEB", "--service", "all", at: services)
        let all = try await shell.json("vc", "present", "--offer", whole)
        let codes = all["disclosed"]?.arrayValue?.compactMap(\.stringValue) ?? []
        try #require(codes.count == 12)
        let one = try await shell.json("vc", "present", "--offer", try await offer())
        #expect(one["accepted"] == true)
        #expect(one["disclosed"]?.arrayValue?.compactMap { $0.stringValue } == Array(codes.prefix(1)))
        let two = try await shell.json(
            "vc", "present", "--offer", try await offer(), "--claim", codes[3], "--claim", codes[5])
        #expect(two["disclosed"]?.arrayValue?.compactMap { $0.stringValue } == [codes[3], codes[5]])
        let refused = try await shell.refusal("vc", "present", "--offer", try await offer(), "--claim", "no.such.claim")
        #expect(refused["error"] == "no_credential")
        #expect(refused["reason"]?.stringValue?.contains("no.such.claim") == true)
        #expect(await services.end() == 0)
    }

    @Test(
        "attack 65: of the presentations that a verifier stores for viewing, only a limited number of the newest stay",
        .timeLimit(.minutes(10)))
    func keptPresentations() async throws {
        let shell = try WalletShell()
        let folder = URL(fileURLWithPath: shell.file("presentations"), isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func old(_ number: Int) -> String { "00000000-0000-4000-8000-000000000\(number + 100).json" }
        // Somebody else's, which is neither counted nor removed.
        try Data("{}".utf8).write(to: folder.appendingPathComponent("settings.json"))
        for number in 0..<100 {
            let file = folder.appendingPathComponent(old(number))
            try Data("{}".utf8).write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000 + Double(number))], ofItemAtPath: file.path)
        }
        let services = try await RunningServices.start(
            "all", ["--in-memory", "--sample", "--keep-presentations", folder.path])
        try await shell.register(at: services)
        _ = try await shell.json("vc", "issue", "--plan", WalletShell.plan)
        for _ in 0..<2 {
            _ = try await shell.json("vc", "present", "--offer", try await shell.offer("verify", at: services))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 101 && names.contains("settings.json"))
        #expect(!names.contains(old(0)) && !names.contains(old(1)) && names.contains(old(2)))
        #expect(await services.end() == 0)
    }

    @Test("a server's endless answer is cut off", .timeLimit(.minutes(10)))
    func endless() async throws {
        let server = try EndlessServer()
        let result = try await Program.run(["vc", "plans", "--server", server.url, "--json"])
        #expect(result.status == 1)
        #expect(try JSONValue(parsing: result.errors)["field"] == "answer_too_large", "\(result.errors)")
        // The limit, what is on the way, and not much more.
        #expect(server.sent < 64 << 20)
    }
}
