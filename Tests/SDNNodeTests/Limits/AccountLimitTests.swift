import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of new accounts for one address (SDN sheet 7.7)")
struct AccountLimitTests {
    private func node(burst: Double) throws -> TestNode {
        try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.accountsPerRemote = RateLimit(perSecond: 0.2, burst: burst)
            $0.enableRegistration = true
            $0.allowsTourists = true
        }
    }

    private func logIn(_ node: TestNode, _ wallet: TestWallet, remote: String) async throws -> TestNode.Answer {
        let challenge = try await node.challenge(wallet)
        return try await node.send(
            "POST", TestNode.prefix + "did/login", TestNode.loginBody(wallet, challenge), remote: remote)
    }

    @Test(
        "attack 33: one address cannot create thousands of accounts with new wallets, and existing accounts still log in"
    )
    func wallets() async throws {
        let node = try node(burst: 3)
        var made = 0
        for seed in 1...20 where try await logIn(node, TestWallet(UInt8(seed)), remote: "192.0.2.1").status == 200 {
            made += 1
        }
        #expect(made == 3)
        let refused = try await logIn(node, TestWallet(30), remote: "192.0.2.1")
        #expect((refused.status, refused.errcode) == (429, "M_LIMIT_EXCEEDED"))
        #expect(refused.body["retry_after_ms"] == 5_000)
        #expect(try await logIn(node, TestWallet(1), remote: "192.0.2.1").status == 200)
        #expect(try await logIn(node, TestWallet(30), remote: "192.0.2.2").status == 200)
        node.clock.advance(by: .seconds(5))
        #expect(try await logIn(node, TestWallet(31), remote: "192.0.2.1").status == 200)
    }

    @Test("attack 33: a challenge that the limit on accounts refused is accepted when the limit allows it")
    func again() async throws {
        let node = try node(burst: 1), wallet = try TestWallet(2)
        #expect(try await logIn(node, TestWallet(1), remote: "192.0.2.1").status == 200)
        let body = try TestNode.loginBody(wallet, await node.challenge(wallet))
        #expect(try await node.send("POST", TestNode.prefix + "did/login", body, remote: "192.0.2.1").status == 429)
        node.clock.advance(by: .seconds(5))
        #expect(try await node.send("POST", TestNode.prefix + "did/login", body, remote: "192.0.2.1").status == 200)
    }

    @Test("attack 33: accounts with passwords and guest accounts count in the same way")
    func others() async throws {
        let node = try node(burst: 2)
        func register(_ name: String) async throws -> Int {
            let body: JSONValue = [
                "username": .string(name), "password": "secret words", "auth": ["type": "m.login.dummy"],
            ]
            return try await node.send("POST", "/_matrix/client/v3/register", body, remote: "192.0.2.1").status
        }
        #expect(try await register("a") == 200)
        #expect(try await node.send("POST", TestNode.prefix + "did/tourist", remote: "192.0.2.1").status == 200)
        #expect(try await register("b") == 429)
        #expect(try await node.send("POST", TestNode.prefix + "did/tourist", remote: "192.0.2.1").status == 429)
    }
}
