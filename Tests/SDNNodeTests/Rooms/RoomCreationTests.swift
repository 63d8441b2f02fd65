import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Creating rooms")
struct RoomCreationTests {
    @Test(
        "a preset decides the join rule, the history visibility and guest access",
        arguments: [
            ("private_chat", "invite", "shared", "can_join"), ("trusted_private_chat", "invite", "shared", "can_join"),
            ("public_chat", "public", "shared", "forbidden"),
        ])
    func presets(preset: String, joinRule: String, visibility: String, guests: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom(["preset": .string(preset)])
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.join_rules", ""]).text("join_rule") == joinRule)
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.history_visibility"]).text("history_visibility")
                == visibility)
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.guest_access"]).text("guest_access") == guests)
    }

    @Test("a new room's events are in the order that clients rely on")
    func order() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "name": "N", "topic": "T", "room_alias_name": "den", "invite": [.string(bob.userID)], "is_direct": true,
            "initial_state": [["type": "m.room.encryption", "content": ["algorithm": "m.megolm.v1.aes-sha2"]]],
        ])
        let chunk = try await alice.messages(room, backwards: false, limit: 50).list("chunk")
        #expect(
            chunk.map(\.type) == [
                "m.room.create", "m.room.member", "m.room.power_levels", "m.room.canonical_alias", "m.room.join_rules",
                "m.room.history_visibility",
                "m.room.guest_access", "m.room.encryption", "m.room.name", "m.room.topic", "m.room.member",
            ])
        #expect(chunk.last?.at("content", "is_direct").boolValue == true)
        #expect(chunk.first?["content"] == ["room_version": "11"])
        #expect(chunk.first?.text("sender") == alice.userID)
    }

    @Test("invitations of addresses are refused like those to an existing room, and no room is made")
    func addresses() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let address: JSONValue = ["id_server": "id.example", "medium": "email", "address": "a@example.org"]
        let room = try await alice.createRoom(["invite_3pid": []])
        let invitation = try await alice.call("POST", ["rooms", room, "invite"], address)
        let creation = try await alice.call("POST", ["createRoom"], ["invite_3pid": [address]])
        for answer in [invitation, creation] {
            #expect((answer.status, answer.errcode) == (400, "M_MISSING_PARAM"))
        }
        #expect(try await alice.ok("GET", ["joined_rooms"])["joined_rooms"] == [.string(room)])
    }

    @Test("initial state takes precedence over the preset")
    func initialState() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom([
            "initial_state": [["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]]
        ])
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.history_visibility"]).text("history_visibility")
                == "joined")
    }

    @Test("the topic of a request replaces that of the initial state and is in both of its forms")
    func topic() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let initial: JSONValue = ["type": "m.room.topic", "content": ["topic": "first"]]
        let room = try await alice.createRoom(["topic": "second", "initial_state": [initial]])
        #expect(
            try await alice.ok("GET", ["rooms", room, "state", "m.room.topic"]) == [
                "topic": "second", "m.topic": ["m.text": [["body": "second"]]],
            ])
        let plain = try await alice.createRoom(["initial_state": [initial]])
        #expect(try await alice.ok("GET", ["rooms", plain, "state", "m.room.topic"]) == ["topic": "first"])
        let text = JSONValue.string(String(repeating: "x", count: 60_000))
        let long = try await alice.createRoom(["topic": text])
        #expect(try await alice.ok("GET", ["rooms", long, "state", "m.room.topic"]) == ["topic": text])
    }

    @Test("an SDN user's room ID contains the user ID")
    func roomID() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom()
        #expect(room.hasPrefix("!") && room.hasSuffix("-" + alice.userID))
        #expect(room.count == 1 + 16 + 1 + alice.userID.count)
        #expect(
            RoomIDMint(random: NodeConfiguration.systemRandom).make(creator: try .init("@bob:example.org")).count == 1
                + 18 + ":example.org".count)
    }

    @Test("invited users of a trusted private chat have the creator's power, and an override is applied last")
    func power() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "preset": "trusted_private_chat", "invite": [.string(bob.userID)],
            "power_level_content_override": ["events_default": 10],
        ])
        let levels = try await alice.ok("GET", ["rooms", room, "state", "m.room.power_levels"])
        #expect(levels["users"]?[bob.userID] == 100)
        #expect(levels["events_default"] == 10)
        #expect(levels["state_default"] == 50)
    }

    @Test("room version 11 has no creator in its content")
    func version11() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let room = try await alice.createRoom([
            "room_version": "11", "creation_content": ["type": "m.space", "creator": "@x:y"],
        ])
        let create = try await alice.ok("GET", ["rooms", room, "state", "m.room.create"])
        #expect(create == ["room_version": "11", "type": "m.space"])
    }

    @Test(
        "a request that cannot be fulfilled is refused and creates nothing",
        arguments: [
            (["room_version": "13"], "M_UNSUPPORTED_ROOM_VERSION"),
            (["room_version": "0"], "M_UNSUPPORTED_ROOM_VERSION"), (["room_version": 1], "M_BAD_JSON"),
            (["preset": "party"], "M_INVALID_PARAM"), (["visibility": "secret"], "M_INVALID_PARAM"),
            (["invite": ["bob"]], "M_INVALID_PARAM"),
            (["room_alias_name": "a:b"], "M_INVALID_PARAM"),
            (["power_level_content_override": ["ban": "50"]], "M_INVALID_ROOM_STATE"),
            (["power_level_content_override": ["users": ["@x:y": 100]]], "M_INVALID_ROOM_STATE"),
            (["initial_state": [["type": "m.room.create", "content": [:]]]], "M_INVALID_ROOM_STATE"),
            (["initial_state": [["type": "x", "content": ["half": 0.5]]]], "M_BAD_JSON"),
            (["initial_state": [["type": "x"]]], "M_MISSING_PARAM"),
            (["name": 5], "M_BAD_JSON"),
        ] as [(JSONValue, String)])
    func refused(body: JSONValue, code: String) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let answer = try await alice.call("POST", ["createRoom"], body)
        #expect(answer.status == 400)
        #expect(answer.errcode == code)
        #expect(try await alice.ok("GET", ["joined_rooms"]) == ["joined_rooms": []])
    }

    @Test("an alias leads to its room and cannot be taken twice")
    func alias() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["room_alias_name": "den", "preset": "public_chat"])
        #expect(try await bob.ok("POST", ["join", "#den:localhost"]) == ["room_id": .string(room)])
        #expect(try await bob.ok("GET", ["directory", "room", "#den:localhost"]).text("room_id") == room)
        #expect(try await bob.call("POST", ["createRoom"], ["room_alias_name": "den"]).errcode == "M_ROOM_IN_USE")
        #expect(try await bob.call("POST", ["join", "#nowhere:localhost"]).errcode == "M_NOT_FOUND")
        #expect(try await bob.call("DELETE", ["directory", "room", "#den:localhost"]).errcode == "M_FORBIDDEN")
        try await alice.ok("DELETE", ["directory", "room", "#den:localhost"])
        #expect(try await bob.call("GET", ["directory", "room", "#den:localhost"]).status == 404)
        let bad = try await alice.call(
            "PUT", ["rooms", room, "state", "m.room.canonical_alias", ""], ["alias": "#gone:localhost"])
        #expect(bad.errcode == "M_BAD_ALIAS")
    }
}
