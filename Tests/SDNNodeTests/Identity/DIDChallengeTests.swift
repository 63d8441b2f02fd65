import HeraldJSON
import HeraldKeys
import SDNIdentity
import Testing
@testable import SDNNode

@Suite("The DID login challenge (SDN sheet 1.3 and 1.5)")
struct DIDChallengeTests {
    let node: TestNode
    let wallet: TestWallet

    init() throws {
        node = try TestNode()
        wallet = try TestWallet(7)
    }

    @Test("a first login by address gets the address's DID, the text of a creation and a nonce of 128 bits")
    func firstLogin() async throws {
        let challenge = try await node.challenge(wallet)
        #expect(challenge.did == wallet.did)
        #expect(challenge.nonce.utf8.count == 32)
        #expect(
            challenge.message == """
                Create an account
                did: \(wallet.did)
                address: \(wallet.text)
                domain: localhost
                nonce: \(challenge.nonce)
                updated: \(challenge.updated)

                """)
        #expect(challenge.updated == "2023-11-14T22:13:20.123Z")
    }

    @Test("a DID for which only a challenge was requested is not stored")
    func pendingIsNotKept() async throws {
        _ = try await node.challenge(wallet)
        let list = try await node.send("GET", TestNode.prefix + "address/\(wallet.text)")
        #expect(list.status == 200)
        #expect(list.body == ["data": []])
        let byDID = try await node.send("POST", TestNode.prefix + "did/pre_login1", ["did": .string(wallet.did)])
        #expect(byDID.status == 404)
        #expect(byDID.errcode == "M_NOT_FOUND")
    }

    @Test("an existing DID gets the login text, which has the address only if the request named it")
    func existing() async throws {
        try await node.token(wallet)
        let byDID = try await node.challenge(did: wallet.did)
        #expect(
            byDID.message.hasPrefix(
                "Login with this account\ndid: \(wallet.did)\ndomain: localhost\nnonce: \(byDID.nonce)\n"))
        let byAddress = try await node.challenge(wallet)
        #expect(byAddress.message.hasPrefix("Login with this account\ndid: \(wallet.did)\naddress: \(wallet.text)\n"))
        #expect(byAddress.updated == byDID.updated)
        #expect(byAddress.nonce != byDID.nonce)
    }

    @Test(
        "every form of an address is accepted",
        arguments: [
            "0x<lower>", "0X<lower>", "<lower>", "0x<upper>", "<checksummed>", "eip155:1:<checksummed>",
            "eip155:137:0x<lower>",
            "did:pkh:eip155:1:<checksummed>", "  0x<lower>\n",
        ])
    func addressForms(form: String) async throws {
        let text = form.replacing("<lower>", with: wallet.address.lowercaseHex)
            .replacing("<upper>", with: wallet.address.lowercaseHex.uppercased()).replacing(
                "<checksummed>", with: wallet.text)
        let answer = try await node.send(
            "POST", TestNode.prefix + "did/pre_login1", ["address": .string(text), "did": ""])
        #expect(answer.status == 200)
        #expect(answer.body["did"]?.stringValue == wallet.did)
    }

    @Test("an address with wrong EIP-55 capitals is accepted, because SDKs pass on the user's spelling")
    func brokenChecksum() async throws {
        let broken = "0x" + wallet.text.dropFirst(2).map { $0.isUppercase ? $0.lowercased() : $0.uppercased() }.joined()
        let answer = try await node.send("POST", TestNode.prefix + "did/pre_login1", ["address": .string(broken)])
        #expect(answer.body["did"]?.stringValue == wallet.did)
    }

    @Test("a DID is read in any case and returned in lower case")
    func didCase() async throws {
        try await node.token(wallet)
        let upper = "did:sdn:" + wallet.address.lowercaseHex.uppercased()
        #expect(try await node.challenge(did: upper).did == wallet.did)
    }

    @Test("additional members of other SDKs are ignored")
    func extras() async throws {
        let answer = try await node.send(
            "POST", TestNode.prefix + "did/pre_login1",
            [
                "address": .string(wallet.text), "did": .null, "random": "x", "device_id": "",
                "client_key": ["kty": "EC"],
            ])
        #expect(answer.status == 200)
    }

    @Test(
        "a missing or malformed member is refused with its field",
        arguments: [
            ("{}", "M_MISSING_PARAM", "did"), (#"{"did":"","address":"  "}"#, "M_MISSING_PARAM", "did"),
            (#"{"address":"0x12"}"#, "M_INVALID_PARAM", "address"),
            (#"{"address":"0x\#(String(repeating: "g", count: 40))"}"#, "M_INVALID_PARAM", "address"),
            (#"{"address":"eip155:x:0x\#(String(repeating: "0", count: 40))"}"#, "M_INVALID_PARAM", "address"),
            (#"{"address":"did:pkh:solana:\#(String(repeating: "0", count: 40))"}"#, "M_INVALID_PARAM", "address"),
            (#"{"did":"did:sdn:12"}"#, "M_INVALID_PARAM", "did"),
            (#"{"did":"did:web:example.org"}"#, "M_INVALID_PARAM", "did"),
            (#"{"did":5}"#, "M_BAD_JSON", "did"), (#"{"address":["0x"]}"#, "M_BAD_JSON", "address"),
            ("[]", "M_BAD_JSON", "object"), ("{", "M_NOT_JSON", "JSON"), ("null", "M_BAD_JSON", "object"),
        ])
    func refused(body: String, code: String, field: String) async throws {
        let answer = try await node.send("POST", TestNode.prefix + "did/pre_login1", bytes: Array(body.utf8))
        #expect(answer.status == 400)
        #expect(answer.errcode == code)
        #expect(answer.error?.contains(field) == true)
    }

    @Test("a DID with an address that is not linked to it is refused")
    func unlinkedPair() async throws {
        try await node.token(wallet)
        let other = try TestWallet(8)
        let answer = try await node.send(
            "POST", TestNode.prefix + "did/pre_login1", ["did": .string(wallet.did), "address": .string(other.text)])
        #expect(answer.status == 403)
    }

    @Test(
        "the challenge can be requested under every root and version", arguments: ["_api", "_matrix"],
        ["r0", "v1", "v3", "unstable"])
    func prefixes(root: String, version: String) async throws {
        let answer = try await node.send(
            "POST", "/\(root)/client/\(version)/did/pre_login1", ["address": .string(wallet.text)])
        #expect(answer.status == 200)
    }

    @Test("a remote address has a limited number of open challenges, and a new request does not replace an open one")
    func boundedPerRemote() async throws {
        let node = try TestNode {
            $0.challengeCapacity = 100; $0.challengeCapacityPerRemote = 3
        }
        func ask(_ remote: String) async throws -> TestNode.Answer {
            try await node.send(
                "POST", TestNode.prefix + "did/pre_login1", ["address": .string(wallet.text)], remote: remote)
        }
        let first = try TestChallenge(await ask("2001:db8::1"))
        node.clock.advance(by: .seconds(1))
        for remote in ["2001:db8::2", "2001:db8::3"] { #expect(try await ask(remote).status == 200) }
        let refused = try await ask("2001:db8::4")
        #expect(refused.status == 429)
        #expect(refused.errcode == "M_LIMIT_EXCEEDED")
        #expect(refused.body["retry_after_ms"]?.intValue == 299_000)
        #expect(try await ask("2001:db8:0:1::1").status == 200)
        #expect(try await node.logIn(TestNode.loginBody(wallet, first)).status == 200)
        #expect(try await ask("2001:db8::4").status == 200)
        node.clock.advance(by: .seconds(300))
        for _ in 0..<3 { #expect(try await ask("2001:db8::1").status == 200) }
    }

    @Test("a client that fills the table loses its own oldest challenges, and other clients lose none")
    func full() async throws {
        let node = try TestNode {
            $0.challengeCapacity = 5; $0.challengeCapacityPerRemote = 4
        }
        func ask(_ remote: String, _ wallet: TestWallet) async throws -> TestChallenge {
            try TestChallenge(
                await node.send(
                    "POST", TestNode.prefix + "did/pre_login1", ["address": .string(wallet.text)], remote: remote))
        }
        let early = try TestWallet(91), late = try TestWallet(92), other = try TestWallet(93)
        let waiting = try await ask("10.0.0.1", early)
        var flood: [TestChallenge] = []
        for _ in 0..<4 { flood.append(try await ask("10.0.0.9", other)) }
        let newcomer = try await ask("10.0.0.2", late)
        #expect(node.assembly.identity.challenges.openCount == 5)
        let evicted = try await node.logIn(TestNode.loginBody(other, flood[0]))
        #expect(evicted.status == 403)
        #expect(evicted.error?.contains("deleted") == true)
        #expect(try await node.logIn(TestNode.loginBody(early, waiting)).status == 200)
        #expect(try await node.logIn(TestNode.loginBody(late, newcomer)).status == 200)
        #expect(try await node.logIn(TestNode.loginBody(other, flood[1])).status == 200)
    }
}
