import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Typing (SDN sheet 5.8)")
struct TypingTests {
    @Test("a sync has the typing users when they change, and an empty list when nobody types any more")
    func changes() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        var since = try await bob.sync().nextBatch
        try await alice.setTyping(true, in: room)
        let started = try await bob.sync(since: since)
        #expect(started.typing(room) == [alice.userID])
        since = started.nextBatch
        #expect(try await bob.sync(since: since).joined(room) == .null)
        try await bob.setTyping(true, in: room)
        let both = try await bob.sync(since: since)
        #expect(both.typing(room) == [alice.userID, bob.userID].sorted())
        try await alice.setTyping(false, in: room)
        try await bob.setTyping(false, in: room)
        let ended = try await bob.sync(since: both.nextBatch)
        #expect(ended.typing(room) == [])
        #expect(try await bob.sync(since: ended.nextBatch).joined(room) == .null)
        // Older tokens are told where it stands.
        #expect(try await bob.sync(since: since).typing(room) == [])
        #expect(try await bob.sync().typing(room) == nil)
    }

    @Test(
        "typing ends after its timeout, at most 30 seconds, by the node's clock",
        arguments: [
            (nil, 30_000), (5_000, 5_000), (600_000, 30_000),
        ] as [(Int64?, Int64)])
    func expires(timeout: Int64?, end: Int64) async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        try await alice.setTyping(true, in: room, timeout: timeout)
        let first = try await bob.sync()
        #expect(first.typing(room) == [alice.userID])
        pair.node.clock.advance(by: .milliseconds(end - 1))
        #expect(try await bob.sync(since: first.nextBatch).typing(room) == nil)
        pair.node.clock.advance(by: .milliseconds(1))
        #expect(try await bob.sync(since: first.nextBatch).typing(room) == [])
    }

    @Test(
        "attack 19: a user who leaves, is removed or deactivates the account stops typing and cannot begin again",
        arguments: ["leave", "kick", "ban", "state"])
    func departure(way: String) async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        try await bob.setTyping(true, in: room)
        let before = try await alice.sync()
        #expect(before.typing(room) == [bob.userID])
        switch way {
        case "leave": try await bob.leave(room)
        case "state": try await bob.setState("m.room.member", key: bob.userID, ["membership": "leave"], in: room)
        default: try await alice.ok("POST", ["rooms", room, way], ["user_id": .string(bob.userID)])
        }
        #expect(try await alice.sync(since: before.nextBatch).typing(room) == [])
        #expect(try await alice.sync().typing(room) == nil)
        let refused = try await bob.call("PUT", ["rooms", room, "typing", bob.userID], ["typing": true])
        #expect(refused.status == 403 && refused.errcode == "M_FORBIDDEN")
        #expect(try await alice.sync().typing(room) == nil)
    }

    @Test("repeating a typing notice extends it without a new event")
    func refreshed() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        try await alice.setTyping(true, in: room)
        let first = try await bob.sync()
        pair.node.clock.advance(by: .seconds(20))
        try await alice.setTyping(true, in: room)
        pair.node.clock.advance(by: .seconds(20))
        #expect(try await bob.sync(since: first.nextBatch).typing(room) == nil)
        #expect(try await bob.sync().typing(room) == [alice.userID])
    }

    @Test("a long poll answers when typing begins and when it ends", .timeLimit(.minutes(10)))
    func polls() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let since = try await bob.sync().nextBatch
        async let started = bob.sync(since: since, timeout: 50_000)
        await pair.untilWaiting(1)
        try await alice.setTyping(true, in: room, timeout: 20)
        let answer = try await started
        #expect(answer.typing(room) == [alice.userID])
        async let ended = bob.sync(since: answer.nextBatch, timeout: 50_000)
        await pair.untilWaiting(1)
        // Nothing but the clock ends it.
        pair.node.clock.advance(by: .milliseconds(20))
        #expect(try await ended.typing(room) == [])
    }

    @Test("users can set only their own typing state, and only in rooms that they are joined to")
    func refused() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let body: JSONValue = ["typing": true]
        #expect(try await alice.call("PUT", ["rooms", room, "typing", bob.userID], body).errcode == "M_FORBIDDEN")
        let carol = try await RoomUser(pair.node, 3)
        #expect(try await carol.call("PUT", ["rooms", room, "typing", carol.userID], body).errcode == "M_FORBIDDEN")
        #expect(
            try await alice.call("PUT", ["rooms", "!none:x", "typing", alice.userID], body).errcode == "M_FORBIDDEN")
        #expect(try await alice.call("PUT", ["rooms", room, "typing", alice.userID], [:]).errcode == "M_MISSING_PARAM")
        #expect(
            try await alice.call("PUT", ["rooms", room, "typing", alice.userID], ["typing": true, "timeout": -1])
                .errcode == "M_INVALID_PARAM")
        #expect(try await alice.ok("PUT", ["rooms", room, "typing", alice.userID], body) == [:])
    }

    @Test("after a restart the earlier list of typing users is cleared with the room's next event")
    func restart() async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let pair = try await Pair(first)
        try await pair.alice.setTyping(true, in: pair.room)
        let before = try await pair.bob.sync()
        #expect(before.typing(pair.room) == [pair.alice.userID])
        await first.assembly.services.database.close()
        let second = try TestNode(clock: first.clock) { $0.storage = .directory(directory.url) }
        let bob = RoomUser(second, token: pair.bob.token, userID: pair.bob.userID)
        try await bob.send("x", to: pair.room)
        #expect(try await bob.sync(since: before.nextBatch).typing(pair.room) == [])
    }

    @Test("a stopping node ends all typing")
    func stopping() async throws {
        let pair = try await Pair()
        try await pair.alice.setTyping(true, in: pair.room)
        let since = try await pair.bob.sync().nextBatch
        pair.node.assembly.services.live.stop()
        #expect(try await pair.bob.sync(since: since).typing(pair.room) == [])
    }
}
