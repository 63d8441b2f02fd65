import HeraldJSON
import Testing
@testable import SDNNode

/// The information that users may not get if they left a room, or joined later than its history allows.
@Suite("Former and later members")
struct FormerMemberTests {
    /// Bob has left; then the topic was changed, Carol came, an old message was edited, and Bob was banned.
    private struct Aftermath {
        let alice: RoomUser, bob: RoomUser, carol: RoomUser
        let room: String, message: String, beforeLeaving: String, afterLeaving: String

        init() async throws {
            let node = try TestNode()
            (alice, bob, carol) = (
                try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3)
            )
            room = try await alice.createRoom([
                "topic": "open", "invite": [.string(bob.userID), .string(carol.userID)],
            ])
            try await bob.join(room)
            message = try await alice.send("first", to: room)
            beforeLeaving = try await bob.sync().nextBatch
            try await bob.leave(room)
            afterLeaving = try await bob.sync().nextBatch
            try await alice.setState("m.room.topic", ["topic": "secret"], in: room)
            try await carol.join(room)
            let target = message
            let relation: (String) -> JSONValue = { ["rel_type": .string($0), "event_id": .string(target)] }
            try await alice.send(
                "m.room.message",
                ["body": "* secret", "m.new_content": ["body": "secret"], "m.relates_to": relation("m.replace")],
                to: room, txn: "e")
            try await alice.send(
                "m.room.message", ["body": "secret", "m.relates_to": relation("m.thread")], to: room, txn: "t")
            try await alice.send(
                "m.room.message", ["body": "secret", "m.relates_to": relation("m.reference")], to: room, txn: "r")
            try await alice.ok("POST", ["rooms", room, "ban"], ["user_id": .string(bob.userID)])
        }

        func isSecretFree(_ answer: JSONValue) -> Bool {
            let text = String(decoding: answer.serialized(), as: UTF8.self)
            // Carol joined after Bob had left: to him she is invited for ever.
            let carols = answer.events(about: carol.userID)
            return !text.contains("secret") && carols.allSatisfy { $0.text("content", "membership") == "invite" }
        }
    }

    @Test("a sync with a ban after leaving shows nothing of the time between")
    func sync() async throws {
        let after = try await Aftermath()
        let withLeft: JSONValue = ["room": ["include_leave": true]]
        for since in [after.beforeLeaving, after.afterLeaving, nil] {
            for fullState in [false, true] {
                let answer = try await after.bob.sync(since: since, filter: withLeft, fullState: fullState)
                let ban = answer.at("rooms", "leave", after.room).list("timeline", "events").last
                #expect(ban?.text("content", "membership") == "ban")
                #expect(after.isSecretFree(answer), "since \(since ?? "the beginning"), full state \(fullState)")
            }
        }
    }

    @Test("the context of a ban after leaving shows nothing of the time between")
    func context() async throws {
        let after = try await Aftermath()
        let answer = try await after.bob.sync(since: after.afterLeaving)
        let ban = try #require(answer.at("rooms", "leave", after.room).list("timeline", "events").last?.eventID)
        let around = try await after.bob.ok("GET", ["rooms", after.room, "context", ban])
        #expect(around.at("event").eventID == ban)
        #expect(after.isSecretFree(around))
    }

    @Test("a former member does not see an event's later edits, threads and references")
    func relations() async throws {
        let after = try await Aftermath()
        let event = try await after.bob.ok("GET", ["rooms", after.room, "event", after.message])
        #expect(event.bodyText == "first")
        #expect(event.at("unsigned", "m.relations").isNull)
        #expect(after.isSecretFree(try await after.bob.messages(after.room, limit: 100)))
        let seenByAlice = try await after.alice.ok("GET", ["rooms", after.room, "event", after.message])
        #expect(
            seenByAlice.at("unsigned", "m.relations").objectValue?.keys == ["m.reference", "m.replace", "m.thread"])
    }

    @Test("a former member does not see why an event was redacted later")
    func redactionReason() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let old = try await alice.send("old", to: room)
        try await bob.leave(room)
        try await alice.ok("PUT", ["rooms", room, "redact", old, "r"], ["reason": "secret"])
        let seen = try await bob.ok("GET", ["rooms", room, "event", old])
        #expect(seen.at("content") == [:])
        #expect(seen.at("unsigned", "redacted_because").isNull)
        #expect(
            try await alice.ok("GET", ["rooms", room, "event", old]).text(
                "unsigned", "redacted_because", "content", "reason") == "secret")
    }

    @Test("a forgotten room is closed to the user who forgot it, until a new invitation")
    func forgotten() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom(["invite": [.string(bob.userID)]])
        try await bob.join(room)
        try await bob.leave(room)
        let seen = try await bob.messages(room).list("chunk").first?.eventID ?? ""
        try await bob.ok("POST", ["rooms", room, "forget"])
        for kind in ["event", "context"] {
            #expect(try await bob.call("GET", ["rooms", room, kind, seen]).errcode == "M_NOT_FOUND", "\(kind)")
        }
        for path in [["messages"], ["state"], ["members"]] {
            let answer = try await bob.call(
                "GET", ["rooms", room] + path, query: path == ["messages"] ? ["dir": "b"] : [:])
            #expect(answer.errcode == "M_FORBIDDEN", "\(path)")
        }
        try await alice.invite(bob, to: room)
        try await bob.join(room)
        #expect(try await !bob.messages(room).list("chunk").isEmpty)
    }

    @Test("account data is stored only for rooms that the user knows")
    func accountData() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom()
        for id in [room, "!unknown:localhost"] {
            let answer = try await bob.call("PUT", ["user", bob.userID, "rooms", id, "account_data", "x.y"], ["a": 1])
            #expect(answer.status == 403 && answer.errcode == "M_FORBIDDEN")
        }
        try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "account_data", "x.y"], ["a": 1])
    }

    @Test(
        "history for joined members hides state and members that were replaced before the user joined"
    )
    func earlierState() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let hidden: JSONValue = ["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]
        let room = try await alice.createRoom(["preset": "public_chat", "topic": "old", "initial_state": [hidden]])
        try await carol.join(room)
        let early = try await alice.sync().nextBatch
        try await carol.leave(room)
        try await alice.setState("m.room.topic", ["topic": "new"], in: room)
        try await bob.join(room)
        let topic = try #require(try await bob.state(of: room).first { $0.type == "m.room.topic" })
        #expect(topic.text("content", "topic") == "new")
        #expect(topic.at("unsigned", "prev_content").isNull)
        #expect(try await bob.call("GET", ["rooms", room, "members"], query: ["at": early]).errcode == "M_FORBIDDEN")
        #expect(try await alice.ok("GET", ["rooms", room, "members"], query: ["at": early]).list("chunk").count == 2)
        let seenByAlice = try #require(try await alice.state(of: room).first { $0.type == "m.room.topic" })
        #expect(seenByAlice.text("unsigned", "prev_content", "topic") == "old")
    }
}

extension JSONValue {
    /// The member events about a user, wherever they stand inside.
    fileprivate func events(about user: String) -> [JSONValue] {
        switch self {
        case .array(let elements): elements.flatMap { $0.events(about: user) }
        case .object(let object):
            (text("state_key") == user ? [self] : []) + object.values.flatMap { $0.events(about: user) }
        default: []
        }
    }
}
