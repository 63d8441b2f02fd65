import GRDB
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Testing
@testable import SDNNode

@Suite("Refused DID logins (SDN sheet 1.4, 1.6 and 1.9)")
struct DIDLoginRefuseTests {
    let node: TestNode
    let wallet: TestWallet
    let stranger: TestWallet

    init() throws {
        node = try TestNode()
        wallet = try TestWallet(21)
        stranger = try TestWallet(22)
    }

    private func expectForbidden(_ body: JSONValue, _ text: String, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let answer = try await node.logIn(body)
        #expect(answer.status == 403, sourceLocation: sourceLocation)
        #expect(answer.errcode == "M_FORBIDDEN", sourceLocation: sourceLocation)
        #expect(answer.error?.contains(text) == true, "\(answer.error ?? "")", sourceLocation: sourceLocation)
    }

    @Test("a forged signature is refused, and the challenge stays valid for its owner")
    func forged() async throws {
        let challenge = try await node.challenge(wallet)
        var body = try TestNode.loginBody(wallet, challenge)
        body["identifier"]?["token"] = .string(try stranger.sign(challenge.message).text())
        try await expectForbidden(body, "signature")
        #expect(try await node.logIn(TestNode.loginBody(wallet, challenge)).status == 200)
    }

    @Test("a client that knows the DID but not the nonce cannot use up a challenge")
    func strangersFailures() async throws {
        try await node.token(wallet)
        let challenge = try await node.challenge(did: wallet.did)
        let blind: JSONValue = [
            "type": "m.login.did.identity", "updated": .string(challenge.updated),
            "identifier": ["did": .string(wallet.did), "token": .string(try stranger.sign(challenge.message).text())],
        ]
        for _ in 0..<ChallengeLimits.failures + 1 { try await expectForbidden(blind, "signature") }
        #expect(try await node.logIn(TestNode.loginBody(wallet, challenge)).status == 200)
    }

    @Test("a challenge can be used once, even with another form of the same signature")
    func replayed() async throws {
        let challenge = try await node.challenge(wallet)
        let body = try TestNode.loginBody(wallet, challenge)
        #expect(try await node.logIn(body).status == 200)
        try await expectForbidden(body, "used")
        // The same signature in another form is the same answer.
        var raised = body
        raised["identifier"]?["token"] = .string(try SignatureForm.highS.text(wallet.sign(challenge.message)))
        try await expectForbidden(raised, "used")
    }

    @Test("exactly one of 100 simultaneous logins with one challenge succeeds")
    func race() async throws {
        let challenge = try await node.challenge(wallet)
        let body = try TestNode.loginBody(wallet, challenge)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await node.logIn(body).status } }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 1, 403: 99])
        let tokens = try await node.assembly.services.database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM access_token")
        }
        #expect(tokens == 1)
    }

    @Test("a challenge expires after five minutes and not before")
    func expired() async throws {
        let late = try await node.challenge(wallet)
        let early = try await node.challenge(wallet)
        node.clock.advance(by: .milliseconds(299_999))
        #expect(try await node.logIn(TestNode.loginBody(wallet, early)).status == 200)
        node.clock.advance(by: .milliseconds(1))
        try await expectForbidden(TestNode.loginBody(wallet, late), "expired")
    }

    @Test("an unknown challenge is refused")
    func unknown() async throws {
        var challenge = try await node.challenge(wallet)
        challenge.nonce = String(repeating: "0", count: 32)
        try await expectForbidden(TestNode.loginBody(wallet, challenge), "unknown")
    }

    @Test("after five failed answers the challenge is invalid for its owner too")
    func exhausted() async throws {
        let challenge = try await node.challenge(wallet)
        for _ in 0..<5 { try await expectForbidden(TestNode.loginBody(stranger, challenge), "not") }
        try await expectForbidden(TestNode.loginBody(wallet, challenge), "too many")
    }

    @Test("a message that was changed by one character is refused, with a signature over either text")
    func tamperedMessage() async throws {
        let challenge = try await node.challenge(wallet)
        for tampered in [
            challenge.message.replacing("localhost", with: "localhosu"), challenge.message + " ",
            String(challenge.message.dropLast()),
        ] {
            for signed in [tampered, challenge.message] {
                let fresh = try await node.challenge(wallet)
                let text = tampered.replacing(challenge.nonce, with: fresh.nonce)
                var body = try TestNode.loginBody(wallet, fresh)
                body["identifier"]?["message"] = .string(text)
                body["identifier"]?["token"] = .string(
                    try wallet.sign(signed.replacing(challenge.nonce, with: fresh.nonce)).text())
                try await expectForbidden(body, "message")
            }
        }
    }

    @Test("a signature over another text than the challenge's is refused also when the text is not sent")
    func otherText() async throws {
        let challenge = try await node.challenge(wallet)
        for text in [
            challenge.message.replacing("localhost", with: "other.example"),
            challenge.message.replacing("Create an account", with: "Login with this account"),
            challenge.message.replacing(challenge.nonce, with: String(repeating: "a", count: 32)), "hello",
        ] {
            var body = try TestNode.loginBody(wallet, challenge)
            body["identifier"]?["message"] = nil
            body["identifier"]?["token"] = .string(try wallet.sign(text).text())
            try await expectForbidden(body, "signature")
        }
    }

    @Test("a login for one node is not accepted by another, whatever its name")
    func otherNode() async throws {
        let other = try TestNode { $0.serverName = "other.example" }
        let challenge = try await other.challenge(wallet)
        try await expectForbidden(TestNode.loginBody(wallet, challenge), "unknown")
        #expect(challenge.message.contains("domain: other.example\n"))
    }

    @Test("a login whose `updated` differs from the challenge's is refused")
    func updatedDiffers() async throws {
        var challenge = try await node.challenge(wallet)
        challenge.updated = "2001-01-01T00:00:00.000Z"
        try await expectForbidden(TestNode.loginBody(wallet, challenge), "updated")
    }

    @Test("a DID that changed after the challenge was made is stale")
    func staleDocument() async throws {
        try await node.token(wallet)
        let challenge = try await node.challenge(wallet)
        let did = wallet.did
        try await node.assembly.services.database.write { db in
            try db.execute(sql: "UPDATE did SET updated = '2030-01-01T00:00:00.000Z' WHERE did = ?", arguments: [did])
        }
        try await expectForbidden(TestNode.loginBody(wallet, challenge), "changed")
    }

    @Test("another wallet's DID or address is refused, even with a valid signature")
    func mixedIdentities() async throws {
        try await node.token(stranger)
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["identifier"]?["did"] = .string(stranger.did)
        try await expectForbidden(body, "another DID")
        body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["identifier"]?["address"] = .string(stranger.text)
        try await expectForbidden(body, "not linked")
        body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["identifier"]?["did"] = nil
        body["identifier"]?["address"] = .string(stranger.did)
        try await expectForbidden(body, "another DID")
    }

    @Test("a wallet's signature does not log in to another wallet's DID")
    func strangerNamesDID() async throws {
        try await node.token(wallet)
        let challenge = try await node.challenge(did: wallet.did)
        try await expectForbidden(TestNode.loginBody(stranger, challenge), "not linked")
        var body = try TestNode.loginBody(stranger, challenge)
        body["identifier"]?["address"] = nil
        try await expectForbidden(body, "signature")
    }

    @Test("a challenge that names a wallet is not accepted from another wallet of the DID")
    func otherLinkedWallet() async throws {
        try await node.token(wallet)
        let (did, address) = (SDNDID(address: wallet.address), stranger.address)
        try await node.assembly.services.database.write { db in
            try DIDDirectory.link(address, to: did, now: Timestamp(milliseconds: 5), in: db)
        }
        let challenge = try await node.challenge(wallet)
        var body = try TestNode.loginBody(stranger, challenge)
        body["identifier"]?["address"] = .string(wallet.text)
        try await expectForbidden(body, "signature")
    }

    @Test(
        "malformed or missing members get 400 and leave the challenge valid",
        arguments: [
            ("identifier.token", nil, "M_MISSING_PARAM"), ("identifier.token", "", "M_MISSING_PARAM"),
            ("identifier.token", "0x12", "M_INVALID_PARAM"),
            ("identifier.token", "0x" + String(repeating: "zz", count: 65), "M_INVALID_PARAM"),
            ("identifier.token", "0x" + String(repeating: "00", count: 64) + "1b", "M_INVALID_PARAM"),
            ("identifier.token", "0x" + String(repeating: "ff", count: 64) + "1b", "M_INVALID_PARAM"),
            ("identifier.token", "0x" + String(repeating: "11", count: 64) + "02", "M_INVALID_PARAM"),
            ("identifier.token", "0x" + String(repeating: "11", count: 64) + "1d", "M_INVALID_PARAM"),
            ("identifier.token", "0x" + String(repeating: "11", count: 66), "M_INVALID_PARAM"),
            ("identifier.did", "did:sdn:xyz", "M_INVALID_PARAM"), ("identifier.address", "0x1234", "M_INVALID_PARAM"),
            ("identifier.address", "did:sdn:1", "M_INVALID_PARAM"), ("updated", nil, "M_MISSING_PARAM"),
            ("type", nil, "M_MISSING_PARAM"),
            ("type", "m.login.password", "M_UNKNOWN"), ("type", "", "M_UNKNOWN"),
            ("identifier", nil, "M_MISSING_PARAM"), ("identifier", "x", "M_BAD_JSON"),
            ("device_id", String(repeating: "d", count: 256), "M_INVALID_PARAM"),
            ("device_id", "a\u{0}b", "M_INVALID_PARAM"),
            ("initial_device_display_name", String(repeating: "d", count: 600), "M_INVALID_PARAM"),
            ("initial_device_display_name", "phone\u{0}x", "M_INVALID_PARAM"),
        ] as [(String, String?, String)])
    func malformed(field: String, value: String?, code: String) async throws {
        let challenge = try await node.challenge(wallet)
        let good = try TestNode.loginBody(wallet, challenge)
        var body = good
        let json = value.map(JSONValue.string)
        if field.hasPrefix("identifier.") {
            body["identifier"]?[String(field.dropFirst(11))] = json
        } else {
            body[field] = json
        }
        let answer = try await node.logIn(body)
        #expect(answer.status == 400)
        #expect(answer.errcode == code)
        #expect(try await node.logIn(good).status == 200)
    }

    @Test("a login without a nonce and without a DID is refused")
    func noNonce() async throws {
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["random_server"] = ""
        body["identifier"]?["did"] = nil
        let answer = try await node.logIn(body)
        #expect(answer.status == 400)
        #expect(answer.errcode == "M_MISSING_PARAM")
    }

    @Test(
        "locked and deactivated accounts get their own error, at login and with their tokens",
        arguments: [
            (AccountStore.State.locked, 401, "M_USER_LOCKED"), (.deactivated, 403, "M_USER_DEACTIVATED"),
        ])
    func accountStates(state: AccountStore.State, status: Int, code: String) async throws {
        let token = try await node.token(wallet)
        #expect(try await node.send("GET", "/_api/client/r0/account/whoami", token: token).status == 200)
        let userID = wallet.userID
        try await node.assembly.services.database.write { db in try AccountStore.setState(state, of: userID, in: db) }
        node.assembly.identity.tokens.forgetCached()
        for answer in [
            try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet))),
            try await node.send("GET", "/_api/client/r0/account/whoami", token: token),
        ] {
            #expect(answer.status == status)
            #expect(answer.errcode == code)
        }
    }

    @Test("no refusal repeats a signature, a nonce or a token")
    func nothingLeaks() async throws {
        let challenge = try await node.challenge(wallet)
        var body = try TestNode.loginBody(wallet, challenge)
        let signature = try wallet.sign(challenge.message).text()
        body["identifier"]?["token"] = .string(signature + "00")
        let answer = try await node.logIn(body)
        #expect(answer.error?.contains(String(signature.prefix(20))) == false)
        #expect(answer.error?.contains(challenge.nonce) == false)
    }
}
