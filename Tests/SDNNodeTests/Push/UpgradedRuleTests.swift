import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Push rules of upgraded rooms (Matrix: room upgrades)")
struct UpgradedRuleTests {
    private let node: TestNode
    private let ann: RoomUser, bob: RoomUser
    private let old: String

    init() async throws {
        node = try TestNode()
        ann = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
        old = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(old)
    }

    private func upgrade() async throws -> String {
        try JSONReader(await ann.ok("POST", ["rooms", old, "upgrade"], ["new_version": "11"]))
            .string("replacement_room")
    }

    private func put(_ user: RoomUser, _ kind: String, _ id: String, _ body: JSONValue) async throws {
        try await user.ok("PUT", ["pushrules", "global", kind, id], body)
    }

    private func rule(_ user: RoomUser, _ kind: String, _ id: String) async throws -> JSONValue? {
        let answer = try await user.call("GET", ["pushrules", "global", kind, id])
        return answer.status == 200 ? answer.body : Optional.none
    }

    private func mute(_ room: String) -> JSONValue {
        ["actions": [], "conditions": [["kind": "event_match", "key": "room_id", "pattern": .string(room)]]]
    }

    @Test("a user's rules for a room apply to its replacement too, once the user has joined it")
    func copies() async throws {
        for user in [ann, bob] {
            try await put(user, "room", old, ["actions": ["notify"]])
            try await put(user, "override", old, mute(old))
            try await user.ok("PUT", ["pushrules", "global", "override", old, "enabled"], ["enabled": false])
        }
        let new = try await upgrade()
        #expect(try await rule(bob, "room", new) == nil)
        let since = try await bob.sync().nextBatch
        try await bob.join(new)
        for user in [ann, bob] {
            #expect(try await rule(user, "room", new)?["actions"] == ["notify"])
            let copy = try #require(try await rule(user, "override", new))
            #expect(copy["conditions"] == mute(new)["conditions"])
            #expect(copy["enabled"] == false)
            #expect(try await rule(user, "override", old)?["conditions"] == mute(old)["conditions"])
        }
        let news = try await bob.sync(since: since).list("account_data", "events").map(\.type)
        #expect(news.contains("m.push_rules"))
    }

    @Test("a user who replaces a room by hand keeps the rules and tags, although the tombstone comes after the join")
    func byHand() async throws {
        try await put(ann, "room", old, ["actions": []])
        try await ann.ok("PUT", ["user", ann.userID, "rooms", old, "tags", "u.work"], [:])
        try await put(bob, "room", old, ["actions": []])
        let new = try await ann.createRoom([
            "preset": "public_chat", "creation_content": ["predecessor": ["room_id": .string(old), "event_id": "$x"]],
        ])
        #expect(try await rule(ann, "room", new) == nil)
        let since = try await ann.sync().nextBatch
        try await ann.setState("m.room.tombstone", ["body": "moved", "replacement_room": .string(new)], in: old)
        #expect(try await rule(ann, "room", new)?["actions"] == [])
        let tags = try await ann.ok("GET", ["user", ann.userID, "rooms", new, "tags"])["tags"]?.objectValue
        #expect(tags?.keys.sorted() == ["u.work"])
        let news = try await ann.sync(since: since).list("account_data", "events").map(\.type)
        #expect(news.contains("m.push_rules"))
        #expect(try await rule(bob, "room", new) == nil)
        try await bob.join(new)
        #expect(try await rule(bob, "room", new)?["actions"] == [])
    }

    @Test("a tombstone copies no rule to a room that does not name its predecessor, or that its sender has not joined")
    func unrelated() async throws {
        try await put(ann, "room", old, ["actions": []])
        let unrelated = try await ann.createRoom()
        let foreign = try await bob.createRoom([
            "creation_content": ["predecessor": ["room_id": .string(old), "event_id": "$x"]]
        ])
        for room in [unrelated, foreign, "!unknown:localhost"] {
            try await ann.setState("m.room.tombstone", ["replacement_room": .string(room)], in: old)
            #expect(try await rule(ann, "room", room) == nil)
        }
    }

    @Test("a copied rule decides about the next message")
    func decides() async throws {
        try await put(bob, "room", old, ["actions": []])
        let new = try await upgrade()
        try await bob.join(new)
        try await ann.send("hello", to: new)
        #expect(
            try await bob.sync().joined(new).at("unread_notifications", "notification_count") == 0, "the room is muted")
    }

    @Test("a rule that the user has set for the new room stays, and a rule about something else is not copied")
    func kept() async throws {
        try await put(bob, "room", old, ["actions": []])
        try await put(bob, "underride", old, ["actions": ["notify"], "conditions": []])
        try await put(bob, "content", old, ["actions": ["notify"], "pattern": "cake"])
        let new = try await upgrade()
        try await put(bob, "room", new, ["actions": ["notify"]])
        try await bob.join(new)
        #expect(try await rule(bob, "room", new)?["actions"] == ["notify"])
        for kind in ["underride", "content"] { #expect(try await rule(bob, kind, new) == nil) }
    }

    @Test("a room that only claims to replace another one, or would exceed the user's limit, gets no rules")
    func refusals() async throws {
        try await put(bob, "room", old, ["actions": []])
        let pretender = try await ann.createRoom([
            "preset": "public_chat",
            "creation_content": ["predecessor": ["room_id": .string(old), "event_id": "$x"]],
        ])
        try await bob.join(pretender)
        #expect(try await rule(bob, "room", pretender) == nil)
        let used = try await node.assembly.services.database.read { db in
            try PushRuleStore.bytes(of: bob.userID, in: db)
        }
        let full = try TestNode { $0.userLimits.pushRuleBytes = used + 8 }
        let eve = try await RoomUser(full, 1), room = try await eve.createRoom()
        try await put(eve, "room", room, ["actions": []])
        let answer = try await eve.ok("POST", ["rooms", room, "upgrade"], ["new_version": "11"])
        #expect(try await rule(eve, "room", answer.text("replacement_room") ?? "") == nil)
        #expect(try await rule(eve, "room", room) != nil)
    }
}
