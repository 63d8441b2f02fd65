import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Looking up rooms without being a member")
struct RoomLookUpTests {
    private let node: TestNode
    private let ada: RoomUser
    private let ben: RoomUser

    init() async throws {
        node = try TestNode()
        ada = try await RoomUser(node, 1)
        ben = try await RoomUser(node, 2)
    }

    @Test("users who may join a room can read its summary, by ID and by alias, also without an account")
    func summary() async throws {
        let open = try await ada.createRoom([
            "preset": "public_chat", "name": "open", "room_alias_name": "open", "room_version": "11",
        ])
        let secret = try await ada.createRoom(["preset": "private_chat"])
        for target in [open, "#open:localhost"] {
            let answer = try await ben.ok("GET", ["room_summary", target])
            #expect(answer["room_id"] == .string(open))
            #expect(answer["name"] == "open")
            #expect(answer["membership"] == "leave")
            #expect(answer["room_version"] == "11")
            #expect(answer["num_joined_members"] == 1)
        }
        #expect(try await ben.call("GET", ["room_summary", secret]).errcode == "M_NOT_FOUND")
        #expect(try await ada.ok("GET", ["room_summary", secret])["membership"] == "join")
        let anonymous = try await node.send(
            "GET", "/_api/client/unstable/im.nheko.summary/rooms/\(open.replacing("!", with: "%21"))/summary")
        #expect(anonymous.status == 200)
        #expect(anonymous.body["membership"] == nil)
    }

    @Test("a summary and a hierarchy contain the canonical alias and no alias that the room has not published")
    func unpublishedAliases() async throws {
        let room = try await ada.createRoom([
            "preset": "public_chat", "room_alias_name": "hall", "creation_content": ["type": "m.space"],
        ])
        try await ada.ok("PUT", ["directory", "room", "#secret-plan:localhost"], ["room_id": .string(room)])
        let summary = try await ben.ok("GET", ["room_summary", room])
        let hierarchy = try await ben.ok("GET", ["rooms", room, "hierarchy"])
        for preview in [summary, hierarchy.list("rooms").first ?? .null] {
            #expect(preview["canonical_alias"] == "#hall:localhost")
            #expect(preview["aliases"] == nil)
        }
    }

    @Test(
        "an upgraded room names its successor, which has its settings, bans and alias, and accepts no more messages")
    func upgrade() async throws {
        let old = try await ada.createRoom([
            "preset": "public_chat", "name": "hall", "topic": "talk", "room_alias_name": "hall",
        ])
        try await ben.join(old)
        let carol = try await RoomUser(node, 3)
        try await ada.ok("POST", ["rooms", old, "ban"], ["user_id": .string(carol.userID)])
        #expect(try await ben.call("POST", ["rooms", old, "upgrade"], ["new_version": "11"]).status == 403)
        #expect(
            try await ada.call("POST", ["rooms", old, "upgrade"], ["new_version": "x"]).errcode
                == "M_UNSUPPORTED_ROOM_VERSION")
        let new = try #require(
            try await ada.ok("POST", ["rooms", old, "upgrade"], ["new_version": "11"]).text("replacement_room"))
        let tombstone = try await ada.ok(
            "GET", ["rooms", old, "state", "m.room.tombstone", ""], query: ["format": "event"])
        #expect(tombstone.at("content", "replacement_room") == .string(new))
        let create = try await ada.ok("GET", ["rooms", new, "state", "m.room.create", ""])
        #expect(create.at("predecessor") == ["room_id": .string(old), "event_id": .string(tombstone.eventID)])
        #expect(create["room_version"] == "11")
        #expect(try await ada.ok("GET", ["rooms", new, "state", "m.room.name", ""])["name"] == "hall")
        #expect(try await ada.ok("GET", ["rooms", new, "state", "m.room.topic", ""])["topic"] == "talk")
        #expect(try await ada.ok("GET", ["directory", "room", "#hall:localhost"])["room_id"] == .string(new))
        #expect(try await carol.call("POST", ["join", new]).status == 403)
        try await ben.join(new)
        #expect(try await ben.call("PUT", ["rooms", old, "send", "m.room.message", "1"], ["body": "x"]).status == 403)
        #expect(try await ben.sync().joined(old).list("timeline", "events").contains { $0.type == "m.room.tombstone" })
    }

    @Test("an event is found by its ID alone and by a time, and a room is read with one request")
    func olderReading() async throws {
        let room = try await ada.createRoom(["preset": "private_chat"])
        node.clock.advance(by: .seconds(1))
        let first = try await ada.send("first", to: room)
        node.clock.advance(by: .seconds(1))
        let second = try await ada.send("second", to: room)
        #expect(try await ada.ok("GET", ["events", first]).eventID == first)
        #expect(try await ben.call("GET", ["events", first]).errcode == "M_NOT_FOUND")
        #expect(try await ada.call("GET", ["events", "$x"]).errcode == "M_NOT_FOUND")
        let moment = try #require(try await ada.ok("GET", ["events", first])["origin_server_ts"]?.intValue)
        for (direction, offset, expected) in [
            ("f", Int64(0), first), ("f", 1, second), ("b", 0, first), ("b", 999, first),
        ] {
            let found = try await ada.ok(
                "GET", ["rooms", room, "timestamp_to_event"], query: ["ts": String(moment + offset), "dir": direction])
            #expect(found.eventID == expected)
        }
        #expect(
            try await ada.call("GET", ["rooms", room, "timestamp_to_event"], query: ["ts": String(moment + 1_001)])
                .status == 404)
        #expect(try await ada.call("GET", ["rooms", room, "timestamp_to_event"]).errcode == "M_MISSING_PARAM")
        let initial = try await ada.ok("GET", ["rooms", room, "initialSync"], query: ["limit": "2"])
        #expect(initial.list("messages", "chunk").map(\.eventID) == [first, second])
        #expect(initial["membership"] == "join")
        #expect(initial["visibility"] == "private")
        #expect(initial.list("state").contains { $0.type == "m.room.create" })
        #expect(try await ben.call("GET", ["rooms", room, "initialSync"]).status == 403)
    }
}
