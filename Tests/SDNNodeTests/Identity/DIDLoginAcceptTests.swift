import GRDB
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Testing
@testable import SDNNode

/// The ways in which SDKs write one signature (SDN sheet 1.6).
enum SignatureForm: String, CaseIterable, Sendable {
    case lowerPrefixed27, lowerBare27, upperBare27, upperPrefix, lowerPrefixed0, lowerBare0, eip155, eip155LargeChain,
        highS, spaced

    func text(_ signature: RecoverableSignature) throws -> String {
        switch self {
        case .lowerPrefixed27: signature.text()
        case .lowerBare27: signature.text(prefix: false)
        case .upperBare27: signature.text(prefix: false, uppercase: true)
        case .upperPrefix: "0X" + signature.text(prefix: false, uppercase: true)
        case .lowerPrefixed0: signature.text(v: .zero)
        case .lowerBare0: signature.text(prefix: false, v: .zero)
        case .eip155: signature.text(v: try .eip155(chainID: 1))
        case .eip155LargeChain: signature.text(v: try .eip155(chainID: 100))
        case .highS: try SignatureForm.raised(signature).text()
        case .spaced: "  " + signature.text() + "\n"
        }
    }

    /// The other signature of the same key over the same text: n - s, with the other recovery id.
    static func raised(_ signature: RecoverableSignature) throws -> RecoverableSignature {
        let order = try Hex.decode("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
        var difference = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let value = Int(order[index]) - Int(signature.s[index]) - borrow
            difference[index] = UInt8(truncatingIfNeeded: value)
            borrow = value < 0 ? 1 : 0
        }
        return try RecoverableSignature(r: signature.r, s: difference, recoveryID: signature.recoveryID ^ 1)
    }
}

@Suite("Accepted DID logins (SDN sheet 1.4 and 1.6)")
struct DIDLoginAcceptTests {
    let node: TestNode
    let wallet: TestWallet

    init() throws {
        node = try TestNode()
        wallet = try TestWallet(11)
    }

    @Test("a first login creates the DID, the account and a device")
    func firstLogin() async throws {
        let answer = try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet)))
        #expect(answer.status == 200)
        #expect(answer.body["user_id"]?.stringValue == wallet.userID)
        #expect(answer.body["device_id"]?.stringValue?.isEmpty == false)
        let token = try JSONReader(answer.body).string("access_token")
        let whoami = try await node.send("GET", "/_api/client/r0/account/whoami", token: token)
        #expect(whoami.body["user_id"]?.stringValue == wallet.userID)
        #expect(whoami.body["device_id"] == answer.body["device_id"])
        let list = try await node.send("GET", TestNode.prefix + "address/did:pkh:eip155:1:\(wallet.text)")
        #expect(list.body == ["data": [.string(wallet.did)]])
    }

    @Test(
        "every text form of a signature is accepted, for a new and for an existing account",
        arguments: SignatureForm.allCases)
    func signatureForms(form: SignatureForm) async throws {
        for _ in 0..<2 {
            let challenge = try await node.challenge(wallet)
            var body = try TestNode.loginBody(wallet, challenge)
            body["identifier"]?["token"] = .string(try form.text(wallet.sign(challenge.message)))
            let answer = try await node.logIn(body)
            #expect(answer.status == 200, "\(form): \(answer.body)")
        }
    }

    @Test("the login type may have spaces around it")
    func spacedType() async throws {
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["type"] = " m.login.did.identity"
        #expect(try await node.logIn(body).status == 200)
    }

    @Test(
        "the address may be a wallet in any form, the DID, empty or absent",
        arguments: ["<pkh>", "<lower>", "<did>", "", nil])
    func addressForms(form: String?) async throws {
        try await node.token(wallet)
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["identifier"]?["address"] = form.map { form in
            .string(
                form.replacing("<pkh>", with: "did:pkh:eip155:1:" + wallet.text)
                    .replacing("<lower>", with: "0x" + wallet.address.lowercaseHex).replacing("<did>", with: wallet.did)
            )
        }
        #expect(try await node.logIn(body).status == 200)
    }

    @Test("DID, message and app token may be absent, empty or null", arguments: ["did", "message", "app_token"])
    func optionalMembers(member: String) async throws {
        for value in [nil, JSONValue.string(""), .null] {
            var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
            body["identifier"]?[member] = value
            #expect(try await node.logIn(body).status == 200)
        }
    }

    @Test("the deprecated flow finds the challenge by its DID and time")
    func deprecatedFlow() async throws {
        try await node.token(wallet)
        let answer = try await node.send("POST", TestNode.prefix + "did/\(wallet.did)/pre_login", bytes: [])
        #expect(answer.status == 200)
        #expect(answer.body["random_server"] == nil)
        var body = try TestNode.loginBody(wallet, TestChallenge(answer))
        body["random_server"] = nil
        #expect(try await node.logIn(body).status == 200)
        let again = try await node.logIn(body)
        #expect(again.status == 403)
    }

    @Test("the deprecated flow finds the signed challenge among many, however many others requested")
    func deprecatedFlowWithSeveral() async throws {
        try await node.token(wallet)
        let path = TestNode.prefix + "did/\(wallet.did)/pre_login"
        let older = try await TestChallenge(node.send("POST", path, bytes: [])),
            newer = try await TestChallenge(node.send("POST", path, bytes: []))
        for _ in 0...ChallengeLimits.candidates {
            _ = try await node.send("POST", path, bytes: [], remote: "10.0.0.9")
        }
        for challenge in [older, newer] {
            var body = try TestNode.loginBody(wallet, challenge)
            body["random_server"] = nil
            #expect(try await node.logIn(body).status == 200)
            #expect(try await node.logIn(body).status == 403)
        }
    }

    @Test("POST login accepts the same body, with other SDKs' additional members")
    func plainLogin() async throws {
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["is_mul_fed"] = 1
        body["client_key"] = ["kty": "EC"]
        body["random"] = "x"
        body["refresh_token"] = true
        body["initial_device_display_name"] = "phone"
        let answer = try await node.send("POST", "/_matrix/client/v3/login", body)
        #expect(answer.status == 200)
    }

    @Test("an empty or null device id gives a new device", arguments: [JSONValue.string(""), .null])
    func emptyDevice(value: JSONValue) async throws {
        var body = try await TestNode.loginBody(wallet, node.challenge(wallet))
        body["device_id"] = value
        let device = try await JSONReader(node.logIn(body).body).string("device_id")
        #expect(!device.isEmpty)
    }

    @Test("a named device is used again and its old token ends; other devices stay")
    func deviceReuse() async throws {
        let first = try await node.token(wallet, deviceID: "PHONE")
        let other = try await node.token(wallet, deviceID: "LAPTOP")
        let second = try await node.token(wallet, deviceID: "PHONE")
        #expect(first != second)
        let ended = try await node.send("GET", "/_api/client/r0/account/whoami", token: first)
        #expect(ended.status == 401)
        #expect(ended.body["soft_logout"] == false)
        for token in [other, second] {
            #expect(try await node.send("GET", "/_api/client/r0/account/whoami", token: token).status == 200)
        }
    }

    @Test("a wallet that was linked later logs in to the same account, and by default to its first DID")
    func manyToMany() async throws {
        let second = try TestWallet(12)
        try await node.token(wallet)
        let (did, address) = (SDNDID(address: wallet.address), second.address)
        try await node.assembly.services.database.write { db in
            try DIDDirectory.link(address, to: did, now: Timestamp(milliseconds: 5), in: db)
        }
        let challenge = try await node.challenge(did: wallet.did)
        let answer = try await node.logIn(TestNode.loginBody(second, challenge))
        #expect(answer.body["user_id"]?.stringValue == wallet.userID)
        let byAddress = try await node.challenge(second)
        #expect(byAddress.did == wallet.did)
        #expect(try await node.logIn(TestNode.loginBody(second, byAddress)).status == 200)
        let list = try await node.send("GET", TestNode.prefix + "address/\(second.text)")
        #expect(list.body == ["data": [.string(wallet.did)]])
        let document = try await node.send("GET", TestNode.prefix + "did/\(wallet.did)")
        #expect(document.body["verificationMethod"]?.arrayValue?.count == 2)
    }

    @Test("one of two simultaneous first logins of a wallet creates the DID, and the other needs a new challenge")
    func twoFirstLogins() async throws {
        let one = try await node.challenge(wallet)
        node.clock.advance(by: .seconds(1))
        let two = try await node.challenge(wallet)
        #expect(try await node.logIn(TestNode.loginBody(wallet, two)).status == 200)
        let stale = try await node.logIn(TestNode.loginBody(wallet, one))
        #expect(stale.status == 403)
        #expect(stale.error?.contains("changed") == true)
        #expect(try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet))).status == 200)
    }

    @Test("exactly one of many simultaneous first logins, each with a challenge, creates the DID")
    func manyFirstLogins() async throws {
        var bodies: [JSONValue] = []
        for _ in 0..<20 { bodies.append(try await TestNode.loginBody(wallet, node.challenge(wallet))) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for body in bodies { group.addTask { try await node.logIn(body).status } }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [200: 1, 403: 19])
    }

    @Test("user IDs of a gateway have the server name")
    func serverNameDomain() async throws {
        let node = try TestNode {
            $0.userIDDomain = .serverName; $0.serverName = "matrix.example"
        }
        let answer = try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet)))
        #expect(answer.body["user_id"]?.stringValue == "@sdn_\(wallet.address.lowercaseHex):matrix.example")
    }

    @Test(
        "a signature over the hexadecimal text is accepted only if the configuration allows it",
        arguments: [false, true])
    func legacyHexText(isAllowed: Bool) async throws {
        let node = try TestNode { $0.legacyHexTextSignatures = isAllowed }
        let challenge = try await node.challenge(wallet)
        var body = try TestNode.loginBody(wallet, challenge)
        body["identifier"]?["token"] = .string(try wallet.sign(Hex.encode(Array(challenge.message.utf8))).text())
        #expect(try await node.logIn(body).status == (isAllowed ? 200 : 403))
    }
}
