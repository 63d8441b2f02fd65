import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Locked and suspended accounts (Matrix: server administration, account suspension)")
struct AccountModerationTests {
    private let node: TestNode
    private let root: RoomUser, ann: RoomUser, bob: RoomUser

    init() async throws {
        node = try TestNode()
        root = try await RoomUser(node, 1)
        ann = try await RoomUser(node, 2)
        bob = try await RoomUser(node, 3)
        try await appoint(root)
    }

    private func appoint(_ user: RoomUser) async throws {
        try await node.assembly.services.database.write { db in try AdministratorStore.insert(user.userID, in: db) }
    }

    private func set(_ kind: String, _ value: JSONValue, _ user: String, by caller: RoomUser) async throws
        -> TestNode.Answer
    {
        let member = kind == "lock" ? "locked" : "suspended"
        return try await caller.call("PUT", ["admin", kind, user], [member: value])
    }

    @Test("an administrator locks an account and unlocks it, and both may be repeated")
    func lock() async throws {
        #expect(try await root.ok("GET", ["admin", "lock", ann.userID]) == ["locked": false])
        for _ in 0..<2 {
            #expect(try await set("lock", true, ann.userID, by: root).body == ["locked": true])
            let refused = try await ann.call("GET", ["account", "whoami"])
            #expect((refused.status, refused.errcode) == (401, "M_USER_LOCKED"))
            #expect(refused.body["soft_logout"] == true)
        }
        #expect(try await root.ok("GET", ["admin", "lock", ann.userID]) == ["locked": true])
        for _ in 0..<2 {
            #expect(try await set("lock", false, ann.userID, by: root).body == ["locked": false])
            #expect(try await ann.call("GET", ["account", "whoami"]).status == 200)
        }
    }

    @Test("a user of a locked account can only log out", arguments: [["logout"], ["logout", "all"]])
    func logOut(path: [String]) async throws {
        #expect(try await set("lock", true, ann.userID, by: root).status == 200)
        #expect(try await ann.ok("POST", path) == [:])
        #expect(try await ann.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        #expect(try await ann.call("POST", path).errcode == "M_UNKNOWN_TOKEN")
    }

    @Test(
        "others learn nothing of an account, and administrators are safe from each other",
        arguments: ["lock", "suspend"])
    func refusals(kind: String) async throws {
        for user in [ann.userID, "@nobody:localhost", "@a:elsewhere", "nobody"] {
            let read = try await bob.call("GET", ["admin", kind, user])
            #expect((read.status, read.errcode) == (403, "M_FORBIDDEN"))
            let change = try await set(kind, true, user, by: bob)
            #expect((change.status, change.errcode) == (403, "M_FORBIDDEN"))
        }
        let missing = try await root.call("GET", ["admin", kind, "@nobody:localhost"])
        #expect((missing.status, missing.errcode) == (404, "M_NOT_FOUND"))
        let foreign = try await set(kind, true, "@a:elsewhere", by: root)
        #expect((foreign.status, foreign.errcode) == (400, "M_INVALID_PARAM"))
        #expect(try await set(kind, "yes", ann.userID, by: root).errcode == "M_BAD_JSON")
        #expect(try await root.call("PUT", ["admin", kind, ann.userID], [:]).status == 400)
        try await appoint(bob)
        for user in [bob, root] { #expect(try await set(kind, true, user.userID, by: root).errcode == "M_FORBIDDEN") }
        #expect(try await root.call("GET", ["admin", kind, bob.userID]).errcode == "M_FORBIDDEN")
        #expect(try await root.call("GET", ["admin", kind, root.userID]).status == 200)
        try await node.assembly.services.database.write { [ann] db in
            try AccountStore.setState(.deactivated, of: ann.userID, in: db)
        }
        #expect(try await root.call("GET", ["admin", kind, ann.userID]).errcode == "M_NOT_FOUND")
        #expect(try await set(kind, false, ann.userID, by: root).errcode == "M_NOT_FOUND")
    }

    @Test("a suspended user reads, leaves, redacts own events and logs out, and does nothing that others see")
    func suspension() async throws {
        let room = try await bob.createRoom(["preset": "public_chat"])
        let other = try await bob.createRoom(["preset": "public_chat", "invite": [.string(ann.userID)]])
        try await ann.join(room)
        try await bob.setState(
            "m.room.power_levels", ["users": [bob.userID: 100, ann.userID: 90]], in: room)
        try await bob.invite(root, to: room)
        let mine = try await ann.send("mine", to: room), theirs = try await bob.send("theirs", to: room)
        #expect(try await set("suspend", true, ann.userID, by: root).body == ["suspended": true])
        #expect(try await root.ok("GET", ["admin", "suspend", ann.userID]) == ["suspended": true])
        let refused: [(String, [String], JSONValue)] = [
            ("PUT", ["rooms", room, "send", "m.room.message", "1"], ["msgtype": "m.text", "body": "x"]),
            ("PUT", ["rooms", room, "state", "m.room.topic", ""], ["topic": "x"]),
            ("PUT", ["rooms", room, "redact", theirs, "1"], [:]), ("POST", ["join", other], [:]),
            ("POST", ["rooms", other, "join"], [:]), ("POST", ["knock", other], [:]), ("POST", ["createRoom"], [:]),
            ("POST", ["rooms", room, "invite"], ["user_id": .string(root.userID)]),
            ("POST", ["rooms", room, "revoke"], ["user_id": .string(root.userID)]),
            ("PUT", ["profile", ann.userID, "displayname"], ["displayname": "x"]),
            ("DELETE", ["profile", ann.userID, "displayname"], [:]),
            ("PUT", ["rooms", room, "typing", ann.userID], ["typing": true]),
        ]
        for (method, path, body) in refused {
            let answer = try await ann.call(method, path, body)
            #expect((answer.status, answer.errcode) == (403, "M_USER_SUSPENDED"), "\(path)")
        }
        #expect(try await ann.sync().joined(room) != .null)
        #expect(try await ann.call("GET", ["rooms", room, "messages"], query: ["dir": "b"]).status == 200)
        try await ann.ok("PUT", ["user", ann.userID, "account_data", "org.example"], ["a": 1])
        try await ann.redact(mine, in: room, txn: "2")
        try await ann.leave(other)
        try await ann.leave(room)
        #expect(try await set("suspend", false, ann.userID, by: root).body == ["suspended": false])
        try await ann.join(room)
        #expect(try await set("suspend", true, ann.userID, by: root).status == 200)
        try await ann.ok("POST", ["logout"])
    }

    @Test("only administrators see the capability to lock and suspend")
    func capability() async throws {
        let own = try await root.ok("GET", ["capabilities"])["capabilities"]?["m.account_moderation"]
        #expect(own == ["lock": true, "suspend": true])
        #expect(try await ann.ok("GET", ["capabilities"])["capabilities"]?["m.account_moderation"] == nil)
    }

    @Test("the operator suspends accounts too, also those of administrators")
    func operators() async throws {
        let node = try OperatorNode()
        let ann = try await node.register("ann", password: "correct horse")
        try await node.ok("POST", ["users", ann.userID, "suspend"])
        #expect(try await ann.call("POST", ["createRoom"], [:]).errcode == "M_USER_SUSPENDED")
        #expect(try await node.logIn("ann", password: "correct horse").status == 200)
        let facts = try await node.ok("GET", ["users", ann.userID])
        #expect(facts["is_suspended"] == true && facts["state"] == "active" && facts["joined_rooms"] == 0)
        #expect(try await node.ok("GET", ["users"])["users"]?.arrayValue?.first?["is_suspended"] == true)
        try await node.ok("POST", ["users", ann.userID, "unsuspend"])
        _ = try await ann.createRoom()
        #expect(try await node.call("POST", ["users", "@nobody:localhost", "suspend"]).status == 404)
    }
}
