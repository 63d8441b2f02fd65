import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Events that a user may see")
struct EventVisibilityTests {
    private let alice: RoomUser
    private let bob: RoomUser
    private let carol: RoomUser

    init() async throws {
        let node = try TestNode()
        (alice, bob, carol) = (try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3))
    }

    private func room(_ visibility: String) async throws -> String {
        try await alice.createRoom([
            "preset": "public_chat",
            "initial_state": [
                ["type": "m.room.history_visibility", "content": ["history_visibility": .string(visibility)]]
            ],
        ])
    }

    @Test(
        "an event is not found by a user who may not see it, in the room and outside of it",
        arguments: [("shared", 404, 200), ("invited", 404, 404), ("joined", 404, 404), ("world_readable", 200, 200)])
    func notFound(visibility: String, outside: Int, inside: Int) async throws {
        let room = try await room(visibility)
        let event = try await alice.send("x", to: room)
        for kind in ["event", "context", "relations"] {
            let before = try await bob.call("GET", ["rooms", room, kind, event])
            #expect(before.status == outside, "\(kind)")
            #expect(before.errcode == (outside == 200 ? nil : "M_NOT_FOUND"), "\(kind)")
            #expect(try await bob.call("GET", ["rooms", "!none:x", kind, event]).errcode == "M_NOT_FOUND", "\(kind)")
        }
        try await bob.join(room)
        for kind in ["event", "context", "relations"] {
            #expect(try await bob.call("GET", ["rooms", room, kind, event]).status == inside, "\(kind)")
        }
    }

    @Test("an event from between invitation and join is visible if the history begins at the invitation")
    func invited() async throws {
        let room = try await room("invited")
        let before = try await alice.send("before", to: room)
        try await alice.invite(bob, to: room)
        let between = try await alice.send("between", to: room)
        try await bob.join(room)
        #expect(try await bob.call("GET", ["rooms", room, "event", before]).status == 404)
        #expect(try await bob.call("GET", ["rooms", room, "event", between]).status == 200)
    }

    @Test("every event tells its reader's membership at that time")
    func membership() async throws {
        let room = try await room("world_readable")
        let first = try await alice.send("first", to: room)
        try await alice.invite(bob, to: room)
        let second = try await alice.send("second", to: room)
        try await bob.join(room)
        let third = try await alice.send("third", to: room)
        try await bob.leave(room)
        let fourth = try await alice.send("fourth", to: room)
        func membership(_ event: JSONValue) -> String? { event.text("unsigned", "membership") }
        for (event, bobs) in [(first, "leave"), (second, "invite"), (third, "join"), (fourth, "leave")] {
            #expect(try await membership(bob.ok("GET", ["rooms", room, "event", event])) == bobs)
            #expect(try await membership(alice.ok("GET", ["rooms", room, "event", event])) == "join")
            #expect(try await membership(carol.ok("GET", ["rooms", room, "event", event])) == "leave")
        }
        let chunk = try await bob.messages(room, limit: 7).list("chunk")
        #expect(chunk.map(membership) == ["leave", "leave", "join", "join", "invite", "invite", "leave"])
        try await bob.join(room)
        let timeline = try await bob.sync().timeline(room)
        #expect(timeline.suffix(3).map(membership) == ["leave", "leave", "join"])
        #expect(try await bob.state(of: room).allSatisfy { membership($0) != nil })
    }

    @Test("the members at a token are those of that time, and a token from before the first join stands for that join")
    func members() async throws {
        let room = try await room("shared")
        try await alice.send("hello", to: room)
        let sync = try await alice.sync()
        let start = try #require(sync.joined(room).text("timeline", "prev_batch"))
        try await bob.join(room)
        func members(at token: String?) async throws -> [String?] {
            var query: [String: String] = [:]
            query["at"] = token
            return try await alice.ok("GET", ["rooms", room, "members"], query: query).list("chunk").map {
                $0.text("state_key")
            }
        }
        #expect(try await members(at: start) == [alice.userID])
        #expect(try await members(at: sync.nextBatch) == [alice.userID])
        #expect(try await members(at: nil) == [alice.userID, bob.userID])
    }

    @Test("a join by ID, by alias and by the room's own path takes further content, but no other membership")
    func joinContent() async throws {
        for path in [["join"], ["join", "#hall:localhost"], []] {
            let room = try await alice.createRoom(["preset": "public_chat"])
            try await alice.ok("PUT", ["directory", "room", "#hall:localhost"], ["room_id": .string(room)])
            let target = path.count == 2 ? path : path.isEmpty ? ["rooms", room, "join"] : ["join", room]
            let body: JSONValue = [
                "foo": "bar", "membership": "ban", "displayname": "Robert", "reason": "why",
                "join_authorised_via_users_server": .string(alice.userID), "third_party_signed": ["token": "secret"],
            ]
            try await bob.ok("POST", target, body)
            #expect(
                try await alice.ok("GET", ["rooms", room, "state", "m.room.member", bob.userID]) == [
                    "membership": "join", "foo": "bar", "displayname": "Robert", "reason": "why",
                ])
            try await alice.ok("DELETE", ["directory", "room", "#hall:localhost"])
        }
    }

    @Test("a join with content that no event may have is refused")
    func largeJoin() async throws {
        let room = try await room("shared")
        #expect(try await bob.call("POST", ["join", room], ["x": 0.5]).errcode == "M_BAD_JSON")
        #expect(
            try await bob.call("POST", ["join", room], ["x": .string(String(repeating: "x", count: 65_600))]).errcode
                == "M_TOO_LARGE")
        #expect(try await bob.ok("GET", ["joined_rooms"]) == ["joined_rooms": []])
    }
}
