import Foundation
import HeraldJSON
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("All herald mykey commands together")
struct MYKEYLoginCommandTests {
    @Test(
        "a dapp logs in with a wallet, a back end and a stub of the chains on one machine, on both chains",
        .timeLimit(.minutes(10)))
    func login() async throws {
        let shell = try await MYKEYShell()
        let chain = try await RunningMYKEY.start(["mykey", "chain"] + shell.knownKeys)
        let server = try await RunningMYKEY.start([
            "mykey", "server", "--require-tag", "--eos-node", chain.url, "--eth-node", chain.url,
        ])
        let wallet = try await RunningMYKEY.start(
            shell.walletArguments + ["--approve-all", "--eos-node", chain.url, "--eth-node", chain.url])
        for (word, account) in [("EOS", MYKEYShell.eos), ("ETH", MYKEYShell.ethereum)] {
            let answer = try await shell.json(
                "dapp", "login", "--server", server.url, "--wallet", wallet.url, "--chain", word)
            #expect(answer["verdict"] == "accepted")
            #expect(answer["account"]?.stringValue == account)
            #expect(answer["login"]?["account"]?.stringValue == account)
            #expect(answer["login"]?["tagged"] == true)
        }
        let lines = try await shell.run("dapp", "--server", server.url, "--wallet", wallet.url)
        #expect(lines.status == 0 && lines.output.contains("accepted"))
        #expect(await wallet.end() == 0)
        let unanswered = try await shell.run("dapp", "--server", server.url, "--wallet", wallet.url, "--json")
        #expect(unanswered.status == 1)
        #expect(try JSONValue(parsing: unanswered.errors)["error"] == "10002")
        #expect(await server.end() == 0)
        #expect(await chain.end() == 0)
    }

    @Test(
        "a program that is started as the wallet answers, and so does a phone that scans the code",
        .timeLimit(.minutes(10)))
    func otherWays() async throws {
        let shell = try await MYKEYShell()
        let quoted = (["exec", Program.url.path] + shell.walletArguments + ["--approve-all", "--quiet"]).map {
            "'\($0)'"
        }.joined(separator: " ")
        let program = shell.file("wallet.sh")
        try Data("#!/bin/sh\n\(quoted.replacingOccurrences(of: "'exec'", with: "exec"))\n".utf8).write(
            to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        let answer = try await shell.json("dapp", "login", "--wallet-program", program, "--chain", "EOS")
        #expect(answer["account"]?.stringValue == MYKEYShell.eos)

        let server = try await RunningMYKEY.start(["mykey", "server"] + shell.knownKeys)
        let dapp = try TerminalSession(
            ["mykey", "dapp", "login", "--qr", "--server", server.url, "--chain", "ETH"],
            environment: MYKEYShell.environment)
        let scanned = await dapp.firstLine()
        let approved = try await shell.answer(scanned)
        dapp.type("not a code")
        dapp.type(try #require(approved["typedCode"]?.stringValue, "\(approved)"))
        let (status, output) = await dapp.end()
        #expect(status == 0 && output.contains("accepted"), "\(output)")
        #expect(await server.end() == 0)
    }

    @Test("the dapp does not ask a back end that cannot report a login's result, or one without TLS")
    func refusedServers() async throws {
        let shell = try await MYKEYShell()
        let bound = try await shell.run("dapp", "--server", "http://127.0.0.1:1", "--app-key", "key", "--user", "ann")
        #expect(bound.status == 64 && bound.errors.contains("--callback-url"))
        let clear = try await shell.run("dapp", "--server", "http://dapp.example")
        #expect(clear.status == 1 && clear.errors.contains("--insecure-http"))
    }

    @Test("a back end caches keys for at most 60 s, and another time is refused", arguments: ["61", "-1"])
    func cacheTime(seconds: String) async throws {
        // The database cannot be opened, so that a back end that accepts the time ends too.
        let result = try await Program.run(
            ["mykey", "server", "--port", "0", "--cache=\(seconds)", "--data", "/dev/null/data", "--known-key"]
                + ["alice111.eos=EOS6MRyAjQq8ud7hVNYcfnVPJqcVpscN5So8BhtHuGYqET5GDW5CV"])
        #expect(result.status == 64)
        #expect(result.errors.contains("--cache is a number of seconds from 0 to 60."), "\(result.errors)")
    }

    @Test(
        "attack 28: a back end's session is logged in only with the code of the wallet's answer, with or without a tag",
        .timeLimit(.minutes(10)))
    func sessionAlone() async throws {
        let shell = try await MYKEYShell()
        let server = try await RunningMYKEY.start(["mykey", "server", "--return", "harbour"] + shell.knownKeys)
        let begun = try await Self.post(server.url + "/begin")
        let request: JSONValue = [
            "protocol": "MYKEYSimple", "version": "1.0", "dappName": "Harbour", "action": "login",
            "uuID": try #require(begun["uuID"]),
            "loginUrl": .string(server.url + "/login"), "chain": "EOS",
            "callback": "harbour://mykeywallet.mykey.org?action=login&callBackId=1",
        ]
        let answer = try await shell.answer("mykey://mykey.org/protocol?param=" + Self.percentEncoded(request))
        #expect(
            answer["reply"]?["code"] == 0 && answer["returnURL"]?.stringValue?.contains("returnCode") == true,
            "\(answer)")
        let session = try #require(begun["session"]?.stringValue)
        #expect(try await Self.status(server.url, session: session, code: nil)["status"] == "pending")
        #expect(
            try await Self.status(server.url, session: session, code: String(repeating: "0", count: 32))["status"]
                == "pending")
        let url = try #require(answer["returnURL"]?.stringValue?.removingPercentEncoding)
        let code = String(try #require(url.components(separatedBy: "\"returnCode\":\"").last).prefix(32))
        #expect(try await Self.status(server.url, session: session, code: code)["status"] == "accepted")
        #expect(await server.end() == 0)
    }

    private static func percentEncoded(_ value: JSONValue) -> String {
        value.serialized().map { String(format: "%%%02X", $0) }.joined()
    }

    private static func status(_ server: String, session: String, code: String?) async throws -> JSONValue {
        var request = URLRequest(url: try #require(URL(string: server + "/status")))
        request.setValue("Bearer \(session)", forHTTPHeaderField: "Authorization")
        request.setValue(code, forHTTPHeaderField: "Login-Code")
        let (data, _) = try await URLSession.lasting.data(for: request)
        return try JSONValue(parsing: Array(data))
    }

    @Test(
        "a wallet that can ask the chain reports a frozen account, and otherwise the back end refuses it",
        .timeLimit(.minutes(10)))
    func frozen() async throws {
        let shell = try await MYKEYShell()
        let frozen = shell.knownKeys.map { $0 == "--known-key" ? $0 : $0 + ",frozen" }
        let chain = try await RunningMYKEY.start(["mykey", "chain"] + frozen)
        let server = try await RunningMYKEY.start(["mykey", "server", "--eos-node", chain.url])
        for (asks, expected) in [(true, "10003"), (false, "2")] {
            let wallet = try await RunningMYKEY.start(
                shell.walletArguments + ["--approve-all"] + (asks ? ["--eos-node", chain.url] : []))
            let result = try await shell.run(
                "dapp", "--server", server.url, "--wallet", wallet.url, "--chain", "EOS", "--json")
            #expect(result.status == 1)
            let error = try JSONValue(parsing: result.errors)
            #expect(error["error"]?.stringValue == expected, "\(error)")
            #expect(await wallet.end() == 0)
        }
        #expect(await server.end() == 0)
    }

    @Test(
        "a wallet that was started for one request answers it, and a back end with the key accepts its callback",
        .timeLimit(.minutes(10)))
    func oneRequest() async throws {
        let shell = try await MYKEYShell()
        let server = try await RunningMYKEY.start(["mykey", "server"] + shell.knownKeys)
        let begun = try await Self.post(server.url + "/begin")
        let uuID = try #require(begun["uuID"]?.stringValue)
        let request: JSONValue = [
            "protocol": "SimpleWallet", "version": "1.0", "dappName": "Harbour", "action": "login",
            "uuID": .string(uuID),
            "loginUrl": .string(server.url + "/login"), "expired": .int(Int64(Date().timeIntervalSince1970) + 300),
            "chain": "EOS",
        ]
        let answer = try await shell.answer(String(decoding: request.serialized(), as: UTF8.self))
        #expect(answer["code"] == 1, "\(answer)")
        #expect(answer["reply"]?["code"] == 0)
        let body = try shell.write(try #require(answer["body"]), to: "body.json")

        let verified = try await shell.json(
            ["verify", body, "--uuid", uuID, "--domain", String(server.url.dropFirst(7))] + shell.knownKeys)
        #expect(
            verified["valid"] == true && verified["account"]?.stringValue == MYKEYShell.eos
                && verified["tagged"] == true)
        var changed = try #require(answer["body"])
        changed["account"] = "mallory1.eos"
        let forged = try shell.write(changed, to: "forged.json")
        let ways: [(arguments: [String], code: Int64)] = [
            (["verify", body, "--uuid", "e9467118-9321-4916-8153-4a5a9087e51e"], 1010),
            (["verify", body, "--uuid", uuID, "--at", "1"], 1009),
            (["verify", body, "--any-uuid", "--ref", "another"], 1004),
            (["verify", forged, "--any-uuid"], 1013),
            (["verify", body, "--any-uuid", "--domain", "bank.example"], 1016),
        ]
        for (arguments, code) in ways {
            let result = try await Program.run(
                ["mykey"] + arguments + shell.knownKeys + ["--json"], environment: MYKEYShell.environment)
            #expect(result.status == 1, "\(arguments)")
            #expect(try JSONValue(parsing: result.output)["code"]?.intValue == code, "\(result.output)\(result.errors)")
        }
        #expect(await server.end() == 0)
    }

    private static func post(_ text: String) async throws -> JSONValue {
        var request = URLRequest(url: try #require(URL(string: text)))
        request.httpMethod = "POST"
        let (data, _) = try await URLSession.lasting.data(for: request)
        return try JSONValue(parsing: Array(data))
    }
}
