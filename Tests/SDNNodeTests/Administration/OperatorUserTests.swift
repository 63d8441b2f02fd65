import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("The operator's endpoints: access and accounts")
struct OperatorUserTests {
    @Test("without the operator's token nothing under the path is answered, and a node without one has no such paths")
    func access() async throws {
        let node = try OperatorNode()
        let ann = try await node.register("ann", password: "correct horse")
        for (token, code) in [
            (nil, "M_MISSING_TOKEN"), (ann.token, "M_UNKNOWN_TOKEN"), (OperatorNode.token + "x", "M_UNKNOWN_TOKEN"),
            (String(OperatorNode.token.dropLast()), "M_UNKNOWN_TOKEN"),
        ] as [(String?, String)] {
            for (method, path) in [("GET", ["users"]), ("POST", ["users", ann.userID, "deactivate"])] {
                let answer = try await node.call(method, path, [:], token: token)
                #expect(answer.status == 401 && answer.errcode == code)
            }
        }
        // Queries are written to logs of proxies.
        let query = try await node.call(
            "GET", ["users"], query: "?access_token=the%20token%20of%20the%20operator", token: nil)
        #expect(query.status == 401)
        #expect(try await ann.call("GET", ["account", "whoami"]).status == 200)
        let without = try TestNode()
        let answer = try await without.send("GET", "/_herald/operator/v1/users", token: OperatorNode.token)
        #expect(answer.status == 404 && answer.errcode == "M_UNRECOGNIZED")
    }

    @Test("a token of fewer than 16 bytes is refused, and no description shows a token")
    func tokens() throws {
        #expect(throws: NodeError.self) { try OperatorNode { $0.operatorToken = OperatorToken("short") } }
        let token = OperatorToken("a secret of many bytes")
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] { #expect(!text.contains("secret")) }
    }

    @Test("accounts are listed in pages that are limited, and each has its facts")
    func list() async throws {
        let node = try OperatorNode()
        for name in ["ann", "bob", "cat"] { _ = try await node.register(name, password: "correct horse") }
        var names: [String] = [], from = ""
        repeat {
            let page = try await node.ok("GET", ["users"], query: "?limit=2" + from)
            names += page["users"]?.arrayValue?.compactMap { $0["user_id"]?.stringValue } ?? []
            from = page["next"]?.stringValue.map { "&from=" + PercentEncoding.encodeSegment($0) } ?? ""
        } while !from.isEmpty
        #expect(names == ["@ann:localhost", "@bob:localhost", "@cat:localhost"])
        for limit in ["0", "501", "x"] {
            #expect(try await node.call("GET", ["users"], query: "?limit=" + limit).status == 400)
        }
        let ann = try await node.ok("GET", ["users", "@ann:localhost"])
        #expect(ann["state"] == "active" && ann["has_password"] == true && ann["joined_rooms"] == 0)
        #expect(ann["devices"]?.arrayValue?.count == 1)
        let text = String(decoding: ann.serialized(), as: UTF8.self)
        #expect(!text.contains("scrypt"))
        #expect(try await node.call("GET", ["users", "@nobody:localhost"]).status == 404)
    }

    @Test("a locked account cannot be used until it is unlocked, and its sessions stay")
    func lock() async throws {
        let node = try OperatorNode()
        let ann = try await node.register("ann", password: "correct horse")
        #expect(try await ann.call("GET", ["account", "whoami"]).status == 200)
        try await node.ok("POST", ["users", ann.userID, "lock"])
        let locked = try await ann.call("GET", ["account", "whoami"])
        #expect(locked.status == 401 && locked.errcode == "M_USER_LOCKED" && locked.body["soft_logout"] == true)
        #expect(try await node.logIn("ann", password: "correct horse").errcode == "M_USER_LOCKED")
        try await node.ok("POST", ["users", ann.userID, "unlock"])
        #expect(try await ann.call("GET", ["account", "whoami"]).status == 200)
    }

    @Test("a deactivated account leaves its rooms and stays deactivated")
    func deactivate() async throws {
        let node = try OperatorNode()
        let ann = try await node.register("ann", password: "correct horse")
        let bob = try await node.register("bob", password: "correct horse")
        let room = try await bob.createRoom(["preset": "public_chat"])
        try await ann.join(room)
        try await node.ok("POST", ["users", ann.userID, "deactivate"], ["erase": true])
        #expect(try await ann.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        let members = try await bob.ok("GET", ["rooms", room, "joined_members"])["joined"]?.objectValue
        #expect(members?.keys.sorted() == [bob.userID])
        for action in ["lock", "unlock", "deactivate"] {
            #expect(try await node.call("POST", ["users", ann.userID, action], [:]).errcode == "M_USER_DEACTIVATED")
        }
        #expect(try await node.ok("GET", ["users", ann.userID])["state"] == "deactivated")
    }

    @Test("a new password ends the sessions and the old password, unless the sessions are to stay")
    func password() async throws {
        let node = try OperatorNode()
        let ann = try await node.register("ann", password: "correct horse")
        try await node.ok(
            "POST", ["users", ann.userID, "password"], ["password": "battery staple", "logout_devices": false])
        #expect(try await ann.call("GET", ["account", "whoami"]).status == 200)
        #expect(try await node.logIn("ann", password: "correct horse").status == 403)
        #expect(try await node.logIn("ann", password: "battery staple").status == 200)
        try await node.ok("POST", ["users", ann.userID, "password"], ["password": "another one"])
        #expect(try await ann.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        let wallet = try await RoomUser(node.node, 1)
        let refused = try await node.call("POST", ["users", wallet.userID, "password"], ["password": "p"])
        #expect(refused.errcode == "M_FORBIDDEN")
        #expect(try await wallet.call("GET", ["account", "whoami"]).status == 200)
    }

    @Test("one device is logged out, or all of them")
    func logout() async throws {
        let node = try OperatorNode()
        let first = try await RoomUser(node.node, 1, deviceID: "A")
        let second = try await RoomUser(node.node, 1, deviceID: "B")
        let unknown = try await node.call("POST", ["users", first.userID, "logout"], ["device_id": "TYPO"])
        #expect(unknown.status == 404 && unknown.errcode == "M_NOT_FOUND")
        try await node.ok("POST", ["users", first.userID, "logout"], ["device_id": "A"])
        #expect(try await first.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        #expect(try await second.call("GET", ["account", "whoami"]).status == 200)
        try await node.ok("POST", ["users", first.userID, "logout"], [:])
        #expect(try await second.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        // All devices of an account that has none are logged out already.
        try await node.ok("POST", ["users", first.userID, "logout"], [:])
    }

    @Test("an account shows the last request of each device at once")
    func lastSeen() async throws {
        let node = try OperatorNode()
        let ann = try await RoomUser(node.node, 1, deviceID: "A")
        node.node.clock.advance(by: .seconds(5))
        _ = try await ann.call("GET", ["account", "whoami"])
        let device = try #require(try await node.ok("GET", ["users", ann.userID]).list("devices").first)
        #expect(device.text("last_seen_ip") == "127.0.0.1")
        #expect(device["last_seen_at"] == .int(node.node.clock.read().milliseconds))
    }
}
