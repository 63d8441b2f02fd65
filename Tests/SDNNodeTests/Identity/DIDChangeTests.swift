import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

@Suite("Changing a DID document with signed texts (SDN sheet 1.8)")
struct DIDChangeTests {
    private let node: TestNode
    private let owner: TestWallet
    private let other: TestWallet

    init() throws {
        node = try TestNode()
        owner = try TestWallet(111)
        other = try TestWallet(112)
    }

    private func post(_ path: String, _ body: JSONValue) async throws -> TestNode.Answer {
        try await node.send("POST", TestNode.prefix + path, body)
    }
    private func document() async throws -> JSONValue {
        try await node.send("GET", TestNode.prefix + "did/" + owner.did).body
    }
    private func detail() async throws -> JSONValue {
        try await node.send("GET", TestNode.prefix + "did/\(owner.did)/detail").body
    }
    private func list(_ wallet: TestWallet) async throws -> JSONValue {
        try await node.send("GET", TestNode.prefix + "address/" + wallet.text).body["data"] ?? .null
    }

    /// Asks for the text of a change, signs it, hands it in.
    private func change(_ change: JSONObject, signedBy wallet: TestWallet, second: TestWallet? = nil) async throws
        -> TestNode.Answer
    {
        let asked = try await post("did/\(owner.did)/update", .object(change))
        guard asked.status == 200 else { return asked }
        return try await save(change, TestChallenge(asked), signedBy: wallet, second: second)
    }

    private func save(
        _ change: JSONObject, _ challenge: TestChallenge, signedBy wallet: TestWallet, second: TestWallet? = nil
    ) async throws -> TestNode.Answer {
        var body = change
        body["signature"] = .string(try wallet.sign(challenge.message).text())
        body["updated"] = .string(challenge.updated)
        if let second { body["signature2"] = .string(try second.sign(challenge.message).text()) }
        return try await post("did/\(owner.did)", .object(body))
    }

    @Test(
        "a signed text creates a DID, and its wallet logs in to it",
        arguments: ["", "eip155:1:", "did:pkh:eip155:1:"])
    func create(prefix: String) async throws {
        let asked = try await post("did/create", ["address": .string(prefix + owner.text)])
        let challenge = try TestChallenge(asked)
        #expect(challenge.message.hasPrefix("Create an account\ndid: \(owner.did)\n"))
        #expect(asked.body["random_server"] == nil)
        #expect(try await list(owner) == [])
        #expect(
            try await save(
                ["operation": "create", "address": .string(prefix + owner.text)], challenge, signedBy: other
            ).errcode == "M_FORBIDDEN")
        #expect(
            try await save(
                ["operation": "create", "address": .string(prefix + owner.text)], challenge, signedBy: owner
            ).body == ["message": "success"])
        #expect(try await list(owner) == [.string(owner.did)])
        #expect(
            try await node.send("GET", "/_api/client/r0/account/whoami", token: node.token(owner)).body["user_id"]
                == .string(owner.userID))
        #expect(try await post("did/create", ["address": .string(owner.text)]).errcode == "M_FORBIDDEN")
    }

    @Test(
        "a second address is linked with a signature of the first, logs in and is unlinked; the last one cannot be unlinked"
    )
    func link() async throws {
        try await node.token(owner)
        let before = try await document()["updated"]
        let link: JSONObject = ["operation": "link", "address": .string("did:pkh:eip155:1:" + other.text), "ids": []]
        #expect(try await change(link, signedBy: other).errcode == "M_FORBIDDEN")
        #expect(try await change(link, signedBy: owner, second: owner).errcode == "M_FORBIDDEN")
        #expect(try await change(link, signedBy: owner, second: other).status == 200)
        #expect(try await change(link, signedBy: owner).errcode == "M_INVALID_PARAM")
        #expect(try await document()["updated"] != before)
        #expect(try await list(other) == [.string(owner.did)])
        let token = try await node.token(other)
        #expect(
            try await node.send("GET", "/_api/client/r0/account/whoami", token: token).body["user_id"]
                == .string(owner.userID))
        let first = JSONValue.string(owner.did + "#controller-1"),
            second = JSONValue.string(owner.did + "#controller-2")
        #expect(
            try await change(["operation": "unlink", "ids": [first, second]], signedBy: owner).errcode == "M_FORBIDDEN")
        #expect(try await change(["operation": "unlink", "ids": [first]], signedBy: other).status == 200)
        #expect(try await detail()["controllers"]?.arrayValue?.map { $0["key_id"] } == [second])
        #expect(try await change(["operation": "unlink", "ids": [second]], signedBy: other).errcode == "M_FORBIDDEN")
        #expect(
            try await change(["operation": "unlink", "ids": [first]], signedBy: other).errcode == "M_INVALID_PARAM")
        #expect(try await post("did/pre_login1", ["address": .string(owner.text)]).errcode == "M_FORBIDDEN")
    }

    @Test("device keys are linked and unlinked, and the last linked one is the current one")
    func keys() async throws {
        try await node.token(owner)
        #expect(try await detail()["current_public_key"] == nil)
        #expect(try await change(["operation": "link_key", "ids": ["key1"]], signedBy: owner).status == 200)
        #expect(try await change(["operation": "link_key", "ids": ["key2"]], signedBy: owner).status == 200)
        #expect(try await detail()["current_public_key"] == "key2")
        let keys = try await detail()["public_keys"]?.arrayValue ?? []
        #expect(keys.map { $0["type"] } == ["Ed25519VerificationKey2018", "Ed25519VerificationKey2018"])
        let id = try #require(keys.last?["key_id"])
        #expect(try await change(["operation": "unlink_key", "ids": [id]], signedBy: owner).status == 200)
        #expect(try await detail()["current_public_key"] == "key1")
        #expect(try await document()["verificationMethod"]?.arrayValue?.count == 2)
    }

    @Test("burning a DID ends its sessions, removes it from lists, deactivates it, and prevents creating it again")
    func burn() async throws {
        let token = try await node.token(owner)
        #expect(try await change(["operation": "burn"], signedBy: owner).status == 200)
        #expect(try await node.send("GET", "/_api/client/r0/account/whoami", token: token).status == 401)
        #expect(try await list(owner) == [])
        #expect(try await document()["deactivated"] == true)
        #expect(try await post("did/pre_login1", ["did": .string(owner.did)]).errcode == "M_USER_DEACTIVATED")
        #expect(try await post("did/pre_login1", ["address": .string(owner.text)]).errcode == "M_USER_DEACTIVATED")
        #expect(try await post("did/create", ["address": .string(owner.text)]).errcode == "M_FORBIDDEN")
    }

    @Test("attack 75: the user of a burned DID stops typing")
    func burnTyping() async throws {
        let user = try await RoomUser(node, 111), friend = try await RoomUser(node, 113)
        let room = try await user.createRoom(["preset": "public_chat"])
        try await friend.join(room)
        try await user.ok("PUT", ["rooms", room, "typing", user.userID], ["typing": true, "timeout": 30_000])
        func isTyping() async throws -> Bool {
            try await friend.sync().at("rooms", "join", room).list("ephemeral", "events").contains {
                $0.at("content", "user_ids") == [.string(user.userID)]
            }
        }
        #expect(try await isTyping())
        #expect(try await change(["operation": "burn"], signedBy: owner).status == 200)
        #expect(try await !isTyping())
    }

    @Test("a text from before another change is refused as stale")
    func stale() async throws {
        try await node.token(owner)
        let link: JSONObject = ["operation": "link", "address": .string(other.text)]
        let old = try TestChallenge(await post("did/\(owner.did)/update", .object(link)))
        #expect(try await change(["operation": "link_key", "ids": ["key"]], signedBy: owner).status == 200)
        let refused = try await save(link, old, signedBy: owner)
        #expect(refused.status == 409)
        #expect(refused.errcode == "SDN_STALE_DID")
    }

    @Test("a text for a change is not accepted as a login, nor a login as a change, and each is accepted once")
    func purposes() async throws {
        try await node.token(owner)
        let change: JSONObject = ["operation": "link_key", "ids": ["key"]]
        let asked = try TestChallenge(await post("did/\(owner.did)/update", .object(change)))
        var forged = asked
        forged.nonce =
            asked.message.split(separator: "\n").first { $0.hasPrefix("nonce: ") }.map { String($0.dropFirst(7)) } ?? ""
        #expect(try await node.logIn(TestNode.loginBody(owner, forged)).errcode == "M_FORBIDDEN")
        let login = try await node.challenge(owner)
        #expect(try await save(change, login, signedBy: owner).errcode == "M_FORBIDDEN")
        #expect(try await save(change, asked, signedBy: owner).status == 200)
        #expect(try await save(change, asked, signedBy: owner).errcode == "SDN_STALE_DID")
    }

    @Test(
        "an unknown operation, or one without its members, is refused",
        arguments: [
            ["operation": "link_publick"], ["operation": "create"], ["operation": "link"], ["operation": "unlink"],
            ["operation": "unlink_key", "ids": []],
            ["operation": "link_key", "ids": ["a", "b"]], ["operation": "link_key", "ids": ["a\nb"]],
            ["operation": "link", "address": "x"], [:],
        ] as [JSONObject])
    func malformed(change: JSONObject) async throws {
        try await node.token(owner)
        #expect(try await post("did/\(owner.did)/update", .object(change)).status == 400)
        #expect(try await post("did/\(other.did)/update", ["operation": "burn"]).errcode == "M_NOT_FOUND")
    }

    @Test("a challenge can be requested in the form of Sign-In with Ethereum, and logs in", arguments: [false, true])
    func ethereum(byDID: Bool) async throws {
        if byDID { try await node.token(owner) }
        let named: JSONObject = byDID ? ["did": .string(owner.did)] : ["address": .string(owner.text)]
        let answer = try await post(
            "did/pre_login1", .object(named.merging(["message_format": "eip4361"]) { old, _ in old }))
        let challenge = try TestChallenge(answer)
        let lines = challenge.message.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == "localhost wants you to sign in with your Ethereum account:")
        #expect(lines[1] == owner.text)
        #expect(lines[3] == (byDID ? "Login with this account" : "Create an account"))
        #expect(lines.contains("Nonce: \(challenge.nonce)"))
        #expect(lines.last == "Request ID: \(owner.did)")
        #expect(try await node.logIn(TestNode.loginBody(owner, challenge)).status == 200)
        #expect(
            try await post("did/pre_login1", ["address": .string(owner.text), "message_format": "x"]).errcode
                == "M_INVALID_PARAM")
    }

    @Test("guests can read public data, and join only rooms that allow guests")
    func tourists() async throws {
        #expect(try await post("did/tourist", [:]).errcode == "M_GUEST_ACCESS_FORBIDDEN")
        let node = try TestNode { $0.allowsTourists = true }
        let token = try JSONReader(await node.send("POST", TestNode.prefix + "did/tourist", [:]).body).string(
            "access_token")
        #expect(try await node.send("GET", "/_api/client/r0/account/whoami", token: token).body["is_guest"] == true)
        let host = try await RoomUser(node, 1)
        let closed = try await host.createRoom(["preset": "public_chat"])
        let open = try await host.createRoom([
            "preset": "public_chat",
            "initial_state": [["type": "m.room.guest_access", "content": ["guest_access": "can_join"]]],
        ])
        #expect(
            try await node.send("POST", "/_api/client/r0/join/\(closed)", token: token).errcode
                == "M_GUEST_ACCESS_FORBIDDEN")
        #expect(try await node.send("POST", "/_api/client/r0/join/\(open)", token: token).status == 200)
        #expect(
            try await node.send("POST", "/_api/client/r0/createRoom", token: token).errcode
                == "M_GUEST_ACCESS_FORBIDDEN")
    }
}
