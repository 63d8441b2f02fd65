import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Presence (SDN sheet 5.8)")
struct PresenceTests {
    private func status(_ user: RoomUser, of other: RoomUser) async throws -> JSONValue {
        try await user.ok("GET", ["presence", other.userID, "status"])
    }

    @Test("a user who syncs is online, and users who share a room receive that")
    func online() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let carol = try await RoomUser(pair.node, 3)
        let first = try await alice.sync(), hers = try await carol.sync()
        #expect(first.presenceStates == [alice.userID: "online"])
        #expect(try await status(alice, of: bob) == ["presence": "offline"])
        _ = try await bob.sync()
        let second = try await alice.sync(since: first.nextBatch)
        #expect(second.presenceStates == [bob.userID: "online"])
        #expect(
            second.list("presence", "events").first?["content"] == [
                "presence": "online", "last_active_ago": 0, "currently_active": true,
            ])
        #expect(try await alice.sync(since: second.nextBatch).presenceStates == [:])
        #expect(try await carol.sync(since: hers.nextBatch).presenceStates == [:])
        #expect(try await bob.sync().presenceStates == [alice.userID: "online", bob.userID: "online"])
    }

    @Test(
        "attack 44: syncs that alternate their presence change it only at the limited rate, and are still answered"
    )
    func flapping() async throws {
        let node = try TestNode {
            $0.rateLimits = .unlimited
            $0.rateLimits.presencePerUser = RateLimit(perSecond: 0.2, burst: 3)
        }
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        var since = try await ann.sync().nextBatch, changes = 0
        for number in 0..<20 {
            try await bob.ok(
                "GET", ["sync"], query: ["set_presence": number.isMultiple(of: 2) ? "online" : "unavailable"])
            let answer = try await ann.sync(since: since)
            if answer.presenceStates[bob.userID] != nil { changes += 1 }
            since = answer.nextBatch
        }
        #expect(changes == 3)
        let refused = try await bob.call("PUT", ["presence", bob.userID, "status"], ["presence": "offline"])
        #expect((refused.status, refused.errcode) == (429, "M_LIMIT_EXCEEDED"))
        node.clock.advance(by: .seconds(5))
        #expect(
            try await bob.call("PUT", ["presence", bob.userID, "status"], ["presence": "unavailable"]).status == 200)
    }

    @Test("a user without a request for 30 seconds is offline")
    func gone() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        _ = try await bob.sync()
        let first = try await alice.sync()
        pair.node.clock.advance(by: .milliseconds(29_999))
        #expect(try await alice.sync(since: first.nextBatch).presenceStates == [:])
        pair.node.clock.advance(by: .milliseconds(1))
        #expect(try await alice.sync(since: first.nextBatch).presenceStates == [bob.userID: "offline"])
        #expect(try await status(alice, of: bob) == ["presence": "offline", "last_active_ago": 30_000])
    }

    @Test("a sync sets its user's presence to set_presence", arguments: ["online", "unavailable", "offline"])
    func setPresence(state: String) async throws {
        let pair = try await Pair()
        try await pair.bob.ok("GET", ["sync"], query: ["set_presence": state])
        #expect(try await status(pair.alice, of: pair.bob).text("presence") == state)
        #expect(
            try await pair.bob.call("GET", ["sync"], query: ["set_presence": "asleep"]).errcode == "M_INVALID_PARAM")
    }

    @Test("a user sets presence and status message, and clears them again")
    func said() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let since = try await alice.sync().nextBatch
        let path = ["presence", bob.userID, "status"]
        #expect(try await bob.ok("PUT", path, ["presence": "unavailable", "status_msg": "lunch"]) == [:])
        let answer = try await alice.sync(since: since)
        #expect(
            answer.list("presence", "events") == [
                [
                    "type": "m.presence", "sender": .string(bob.userID),
                    "content": ["presence": "unavailable", "status_msg": "lunch"],
                ]
            ])
        try await bob.ok("PUT", path, ["presence": "online"])
        #expect(
            try await status(alice, of: bob) == ["presence": "online", "last_active_ago": 0, "currently_active": true])
        pair.node.clock.advance(by: .seconds(10))
        #expect(
            try await alice.sync(since: answer.nextBatch).list("presence", "events").first?.at(
                "content", "last_active_ago") == 10_000)
    }

    @Test("a malformed presence, or another user's, is refused")
    func refused() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let path = ["presence", alice.userID, "status"]
        #expect(try await bob.call("PUT", path, ["presence": "online"]).errcode == "M_FORBIDDEN")
        #expect(try await alice.call("PUT", path, ["presence": "asleep"]).errcode == "M_INVALID_PARAM")
        #expect(try await alice.call("PUT", path, [:]).errcode == "M_MISSING_PARAM")
        let long = JSONValue.string(String(repeating: "x", count: 1_001))
        #expect(
            try await alice.call("PUT", path, ["presence": "online", "status_msg": long]).errcode == "M_INVALID_PARAM")
        let carol = try await RoomUser(pair.node, 3)
        #expect(try await carol.call("GET", path).errcode == "M_FORBIDDEN")
        #expect(try await alice.call("GET", ["presence", "@nobody:x", "status"]).errcode == "M_FORBIDDEN")
        #expect(try await status(carol, of: carol).text("presence") == "offline")
    }

    @Test("a waiting poll answers for others' presence, and not for its own user's", .timeLimit(.minutes(10)))
    func polls() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let since = try await alice.sync().nextBatch
        pair.node.clock.advance(by: .seconds(60))
        async let waiting = alice.sync(since: since, timeout: 50_000)
        await pair.untilWaiting(1)
        _ = try await bob.sync()
        #expect(try await waiting.presenceStates[bob.userID] == "online")
    }

    @Test("a new member receives the others' presence, and they receive the new member's")
    func arrivals() async throws {
        let pair = try await Pair()
        let (alice, room) = (pair.alice, pair.room)
        let carol = try await RoomUser(pair.node, 3)
        let hers = try await alice.sync().nextBatch, his = try await carol.sync().nextBatch
        try await carol.join(room)
        #expect(try await carol.sync(since: his).presenceStates[alice.userID] == "online")
        #expect(try await alice.sync(since: hers).presenceStates[carol.userID] == "online")
    }

    @Test(
        "the filter selects presence, receipts and typing",
        arguments: [
            (["presence": ["types": []]], 0, 1, 1), (["presence": ["not_types": ["m.presence"]]], 0, 1, 1),
            (["presence": ["limit": 0]], 0, 1, 1),
            (["presence": ["limit": 1]], 1, 1, 1), (["presence": ["senders": ["@x:y"]]], 0, 1, 1),
            (["room": ["ephemeral": ["types": ["m.receipt"]]]], 2, 0, 1),
            (["room": ["ephemeral": ["not_types": ["m.rec*"]]]], 2, 1, 0),
            (["room": ["ephemeral": ["limit": 1]]], 2, 1, 0), (["room": ["ephemeral": ["limit": 0]]], 2, 0, 0),
            (["room": ["ephemeral": ["rooms": []]]], 2, 0, 0), ([:], 2, 1, 1),
        ] as [(JSONValue, Int, Int, Int)])
    func filtered(filter: JSONValue, presence: Int, typing: Int, receipts: Int) async throws {
        let pair = try await Pair()
        _ = try await pair.bob.sync()
        let event = try await pair.alice.send("1", to: pair.room)
        try await pair.bob.read(event, in: pair.room)
        try await pair.bob.setTyping(true, in: pair.room)
        let answer = try await pair.alice.sync(filter: filter)
        #expect(answer.list("presence", "events").count == presence)
        #expect(answer.ephemeral(pair.room, "m.typing").count == typing)
        #expect(answer.ephemeral(pair.room, "m.receipt").count == receipts)
    }

    @Test("presence, receipts and typing that the filter excludes do not answer a poll", .timeLimit(.minutes(10)))
    func quiet() async throws {
        let pair = try await Pair()
        let filter: JSONValue = ["presence": ["types": []], "room": ["ephemeral": ["types": []]]]
        let event = try await pair.alice.send("1", to: pair.room)
        let since = try await pair.alice.sync(filter: filter).nextBatch
        async let waiting = pair.alice.sync(since: since, filter: filter, timeout: 3_000)
        await pair.untilWaiting(1)
        _ = try await pair.bob.sync()
        try await pair.bob.read(event, in: pair.room)
        try await pair.bob.setTyping(true, in: pair.room)
        let answer = try await waiting
        #expect(answer.joined(pair.room) == .null && answer.presenceStates == [:])
    }
}
