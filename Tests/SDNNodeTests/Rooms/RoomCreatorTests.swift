import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Creators of rooms of version 12")
struct RoomCreatorTests {
    private let alice: RoomUser
    private let bob: RoomUser
    private let carol: RoomUser
    private static let highest: Int64 = (1 << 53) - 1

    init() async throws {
        let node = try TestNode()
        (alice, bob, carol) = (try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3))
    }

    private func create(_ more: JSONObject = [:]) async throws -> TestNode.Answer {
        var body = more
        body["room_version"] = "12"
        if body["preset"] == nil { body["preset"] = "public_chat" }
        return try await alice.call("POST", ["createRoom"], .object(body))
    }

    private func room(_ more: JSONObject = [:]) async throws -> String {
        try #require(try await create(more).body.text("room_id"))
    }

    private func levels(of room: String) async throws -> JSONValue {
        try await alice.ok("GET", ["rooms", room, "state", "m.room.power_levels"])
    }

    private func creators(of room: String) async throws -> JSONValue? {
        try await alice.ok("GET", ["rooms", room, "state", "m.room.create"])["additional_creators"]
    }

    @Test("a creator has no level, and upgrades need more than all other settings")
    func template() async throws {
        let levels = try await levels(of: room())
        #expect(levels["users"] == [:])
        #expect(levels["events"]?["m.room.tombstone"] == 150)
    }

    @Test("a creator may remove a user of the highest level, who may not remove a creator", arguments: [100, highest])
    func kicks(level: Int64) async throws {
        let room = try await room()
        try await bob.join(room)
        try await alice.setState("m.room.power_levels", ["users": .object([bob.userID: .int(level)])], in: room)
        let kick: JSONValue = ["user_id": .string(alice.userID)]
        #expect(try await bob.call("POST", ["rooms", room, "kick"], kick).errcode == "M_FORBIDDEN")
        #expect(try await bob.call("POST", ["rooms", room, "ban"], kick).errcode == "M_FORBIDDEN")
        try await alice.ok("POST", ["rooms", room, "kick"], ["user_id": .string(bob.userID)])
    }

    @Test("no level is set for a creator, or above the largest number of JSON")
    func setLevels() async throws {
        let room = try await room(["creation_content": ["additional_creators": [.string(bob.userID)]]])
        try await bob.join(room)
        try await carol.join(room)
        func set(_ user: RoomUser, _ level: Int64, by sender: RoomUser) async throws -> TestNode.Answer {
            try await sender.call(
                "PUT", ["rooms", room, "state", "m.room.power_levels", ""],
                ["users": .object([user.userID: .int(level)])])
        }
        #expect(try await set(alice, 100, by: alice).status == 400)
        #expect(try await set(bob, 100, by: alice).errcode == "M_INVALID_PARAM")
        #expect(try await set(carol, Self.highest + 1, by: alice).status == 400)
        // The answer to a user who is not in the room does not reveal the creators.
        let stranger = try await RoomUser(alice.node, 4)
        #expect(try await set(bob, 100, by: stranger).errcode == "M_FORBIDDEN")
        #expect(try await set(carol, Self.highest, by: bob).status == 200)
        #expect(
            try await create(["power_level_content_override": ["users": .object([alice.userID: 100])]]).errcode
                == "M_INVALID_ROOM_STATE")
        let override: JSONObject = ["power_level_content_override": ["users": .object([carol.userID: 100])]]
        #expect(try await levels(of: self.room(override))["users"] == .object([carol.userID: 100]))
    }

    @Test("an additional creator has the power of the creator, and neither removes the other")
    func additional() async throws {
        let room = try await room(["creation_content": ["additional_creators": [.string(bob.userID)]]])
        try await bob.join(room)
        #expect(
            try await alice.call("POST", ["rooms", room, "kick"], ["user_id": .string(bob.userID)]).errcode
                == "M_FORBIDDEN")
        #expect(
            try await bob.call("POST", ["rooms", room, "kick"], ["user_id": .string(alice.userID)]).errcode
                == "M_FORBIDDEN")
        try await bob.setState("m.room.name", ["name": "Bob's"], in: room)
        let event = try await alice.send("x", to: room)
        try await bob.redact(event, in: room, txn: "r")
    }

    @Test("the invited users of a trusted private chat become creators, each once")
    func trusted() async throws {
        let room = try await room([
            "preset": "trusted_private_chat", "invite": [.string(bob.userID), .string(carol.userID)],
            "creation_content": ["additional_creators": [.string(carol.userID)]],
        ])
        #expect(try await creators(of: room) == [.string(carol.userID), .string(bob.userID)])
        #expect(try await levels(of: room)["users"] == [:])
        #expect(try await creators(of: self.room()) == nil)
    }

    @Test(
        "additional creators that are no list of user IDs are refused",
        arguments: [
            "not-a-list", ["@foo:example.com", 42], ["@foo:example.com", "foo"], ["@foo:dom$ain$.com"], ["@foo:"],
            ["@foo:example.com:port"], ["@foo:[::1"], [:],
        ] as [JSONValue])
    func malformed(list: JSONValue) async throws {
        let answer = try await create(["creation_content": ["additional_creators": list]])
        #expect(answer.status == 400 && answer.errcode == "M_INVALID_ROOM_STATE")
        #expect(try await alice.ok("GET", ["joined_rooms"]) == ["joined_rooms": []])
    }

    @Test("additional creators of other servers are accepted, and mean nothing before version 12")
    func accepted() async throws {
        let list: JSONValue = ["@foo:example.com", "@bar:baz.code:8448", "@v6:[2001:db8::1]:80", "@v4:192.0.2.1"]
        #expect(try await creators(of: room(["creation_content": ["additional_creators": list]])) == list)
        let old = try await alice.createRoom([
            "room_version": "11", "preset": "public_chat",
            "creation_content": ["additional_creators": [.string(bob.userID)]],
        ])
        try await bob.join(old)
        #expect(
            try await bob.call("PUT", ["rooms", old, "state", "m.room.name", ""], ["name": "x"]).errcode
                == "M_FORBIDDEN")
    }

    @Test("a creator vouches for a join to a restricted room")
    func restricted() async throws {
        let allowed = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(allowed)
        let rule: JSONValue = [
            "join_rule": "restricted",
            "allow": [["type": "m.room_membership", "room_id": .string(allowed)]],
        ]
        let room = try await room(["initial_state": [["type": "m.room.join_rules", "content": rule]]])
        try await alice.setState("m.room.power_levels", ["invite": 100], in: room)
        try await bob.join(room)
        let member = try await bob.ok("GET", ["rooms", room, "state", "m.room.member", bob.userID])
        #expect(member.text("join_authorised_via_users_server") == alice.userID)
    }

    @Test("a second m.room.create is refused", arguments: ["10", "11", "12"])
    func secondCreate(version: String) async throws {
        let room = try await alice.createRoom(["room_version": .string(version)])
        let answer = try await alice.call(
            "PUT", ["rooms", room, "state", "m.room.create", ""], ["room_version": .string(version), "x": 1])
        #expect(answer.status == 400 && answer.errcode == "M_INVALID_PARAM")
    }
}
