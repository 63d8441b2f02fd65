import Foundation
import HeraldJSON
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("herald mykey server and bindings")
struct MYKEYBindingCommandTests {
    private static let user = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

    @Test(
        "attack 30: a server waits only for the bound users that it names, and bindings can be listed and removed",
        .timeLimit(.minutes(10)))
    func bindings() async throws {
        let shell = try await MYKEYShell()
        let data = ["--data", shell.file("logins.sqlite"), "--dapp-key", "key"]
        for (flags, code) in [(["--bind", Self.user], Int64(0)), ([], 1010), (["--bind", Self.user], 0)] {
            let server = try await RunningMYKEY.start(
                ["mykey", "server"] + data + flags + ["--return", "harbour"] + shell.knownKeys)
            let request: JSONValue = [
                "protocol": "MYKEY", "version": "1.0", "appKey": "key", "action": "login", "uuID": .string(Self.user),
                "chain": "EOS",
                "loginUrl": .string(server.url + "/login"),
                "callback": "harbour://mykeywallet.mykey.org?action=login&callBackId=1",
            ]
            let param = request.serialized().map { String(format: "%%%02X", $0) }.joined()
            let answer = try await shell.answer("mykey://mykey.org/protocol?param=\(param)")
            #expect(answer["reply"]?["code"]?.intValue == code, "\(flags): \(answer)")
            #expect(await server.end() == 0)
        }
        let listed = try await shell.json(["bindings"] + data.prefix(2))
        #expect(listed.arrayValue?.map { $0["uuID"]?.stringValue } == [Self.user])
        #expect(listed.arrayValue?.map { $0["account"]?.stringValue } == [MYKEYShell.eos], "of the first login")
        #expect(
            try await shell.json(["bindings"] + data.prefix(2) + ["--remove", Self.user.uppercased()]).arrayValue?
                .isEmpty == true)
        #expect(
            try await shell.run("bindings", "--data", shell.file("logins.sqlite")).output.contains("nobody is bound"))
        #expect(try await shell.run("bindings", "--data", shell.file("absent.sqlite")).status == 1)
    }

    @Test("--bind names a user's account, and refuses another account", .timeLimit(.minutes(10)))
    func boundAccount() async throws {
        let shell = try await MYKEYShell()
        let data = ["--data", shell.file("logins.sqlite")]
        let named = ["--bind", "\(Self.user)=\(MYKEYShell.ethereum)"]
        let server = try await RunningMYKEY.start(
            ["mykey", "server", "--dapp-key", "key"] + data + named + shell.knownKeys)
        #expect(await server.end() == 0)
        let listed = try await shell.json(["bindings"] + data)
        #expect(listed.arrayValue?.map { $0["account"]?.stringValue } == [MYKEYShell.ethereum])
        let command = ["mykey", "server", "--port", "0"] + data + shell.knownKeys
        let other = try await Program.run(
            command + ["--dapp-key", "key", "--bind", "\(Self.user)=\(MYKEYShell.eos)"],
            environment: MYKEYShell.environment)
        #expect(other.status == 1 && other.errors.contains("another account"), "\(other.errors)")
        let refused = try await Program.run(
            command + ["--bind", "\(Self.user)=No Name"], environment: MYKEYShell.environment)
        #expect(refused.status == 64 && refused.errors.contains("--bind"), "\(refused.errors)")
    }

    @Test(
        "attack 30: behind a trusted proxy each client has its own pending logins, and nobody else can claim an address",
        .timeLimit(.minutes(10)))
    func proxied() async throws {
        let shell = try await MYKEYShell()
        let clients = ["192.0.2.1", "192.0.2.1", "192.0.2.2"]
        for (flags, expected) in [(["--trusted-proxy", "127.0.0.1"], [200, 429, 200]), ([], [200, 429, 429])] {
            let server = try await RunningMYKEY.start(
                ["mykey", "server", "--pending-per-address", "1"] + flags + shell.knownKeys)
            var got: [Int] = []
            for client in clients {
                var request = URLRequest(url: try #require(URL(string: server.url + "/begin")))
                request.httpMethod = "POST"
                request.setValue(client, forHTTPHeaderField: "X-Forwarded-For")
                let (_, response) = try await URLSession.lasting.data(for: request)
                got.append((response as? HTTPURLResponse)?.statusCode ?? 0)
            }
            #expect(got == expected, "\(flags)")
            #expect(await server.end() == 0)
        }
    }

    @Test(
        "attack 30: a server that others can reach names its domain, and wallets sign the domain too",
        .timeLimit(.minutes(10)))
    func domain() async throws {
        let shell = try await MYKEYShell()
        for flags in [["--host", "0.0.0.0"], ["--domain", "https://login.example"], ["--domain", "Login.example"]] {
            let refused = try await Program.run(
                ["mykey", "server", "--port", "0"] + flags + shell.knownKeys, environment: MYKEYShell.environment)
            #expect(refused.status == 64 && refused.errors.contains("--domain"), "\(flags): \(refused.errors)")
        }
        // Another name of the same server: a login for the address that it listens on is for another server.
        let server = try await RunningMYKEY.start(
            ["mykey", "server", "--require-tag", "--domain", "login.example"] + shell.knownKeys)
        let wallet = try await RunningMYKEY.start(shell.walletArguments + ["--approve-all"])
        let answer = try await shell.run("dapp", "--server", server.url, "--wallet", wallet.url, "--json")
        #expect(answer.status == 1 && answer.errors.contains("tagged"), "\(answer.errors)")
        #expect(await wallet.end() == 0)
        #expect(await server.end() == 0)
    }
}
