import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Receipts and read markers (SDN sheet 5.8)")
struct ReceiptTests {
    @Test("the other members learn of a receipt when it moves, and a first sync has the present receipts")
    func moves() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let one = try await alice.send("1", to: room), two = try await alice.send("2", to: room)
        var since = try await alice.sync().nextBatch
        try await bob.read(one, in: room)
        let first = try await alice.sync(since: since)
        #expect(first.receipts(room) == ["m.read \(bob.userID) \(one)"])
        #expect(
            first.ephemeral(room, "m.receipt").first?.at("content", one, "m.read", bob.userID, "ts")
                == .int(pair.node.clock.read().milliseconds))
        since = first.nextBatch
        #expect(try await alice.sync(since: since).joined(room) == .null)
        try await bob.read(two, in: room)
        try await alice.read(one, in: room)
        #expect(
            try await alice.sync(since: since).receipts(room)
                == ["m.read \(alice.userID) \(one)", "m.read \(bob.userID) \(two)"].sorted())
        #expect(
            try await alice.sync().receipts(room)
                == ["m.read \(alice.userID) \(one)", "m.read \(bob.userID) \(two)"].sorted())
        let carol = try await RoomUser(pair.node, 3)
        let before = try await carol.sync().nextBatch
        try await carol.join(room)
        #expect(try await carol.sync(since: before).receipts(room).count == 2)
    }

    @Test("a receipt does not move backwards, and one for the same event changes nothing")
    func backwards() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let one = try await alice.send("1", to: room), two = try await alice.send("2", to: room)
        try await bob.read(two, in: room)
        let since = try await alice.sync().nextBatch
        try await bob.read(one, in: room)
        try await bob.read(two, in: room)
        #expect(try await alice.sync(since: since).joined(room) == .null)
        #expect(try await alice.sync().receipts(room) == ["m.read \(bob.userID) \(two)"])
    }

    @Test("only its own user sees a private receipt")
    func privately() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let one = try await alice.send("1", to: room)
        let (hers, his) = (try await alice.sync().nextBatch, try await bob.sync().nextBatch)
        try await bob.read(one, in: room, kind: "m.read.private")
        #expect(try await bob.sync(since: his).receipts(room) == ["m.read.private \(bob.userID) \(one)"])
        #expect(try await alice.sync(since: hers).joined(room) == .null)
        #expect(try await alice.sync().receipts(room) == [])
    }

    @Test("each thread has a receipt of its own beside the room's")
    func threads() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let root = try await alice.send("root", to: room)
        let reply = try await alice.send(
            "m.room.message",
            ["msgtype": "m.text", "body": "r", "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)]],
            to: room, txn: "r")
        let reaction = try await alice.send(
            "m.reaction", ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(reply), "key": "+"]],
            to: room, txn: "a")
        let after = try await alice.send("after", to: room)
        try await bob.read(reaction, in: room, thread: root)
        try await bob.read(after, in: room, thread: "main")
        try await bob.read(after, in: room)
        let receipts = try await alice.sync()
        #expect(
            receipts.receipts(room)
                == [
                    "m.read \(bob.userID) \(after)", "m.read \(bob.userID) \(after) main",
                    "m.read \(bob.userID) \(reaction) \(root)",
                ].sorted())
        // The root of a thread stands in both.
        try await alice.read(root, in: room, thread: root)
        try await alice.read(root, in: room, thread: "main")
        for (event, thread) in [(after, root), (reply, "main"), (reply, after), (reply, "")] {
            let answer = try await bob.call(
                "POST", ["rooms", room, "receipt", "m.read", event], ["thread_id": .string(thread)])
            #expect(answer.status == 400 && answer.errcode == "M_INVALID_PARAM")
        }
    }

    @Test("the read marker is room account data of its user, moves with receipts and never back")
    func readMarkers() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let one = try await alice.send("1", to: room), two = try await alice.send("2", to: room)
        let since = try await bob.sync().nextBatch
        let body: JSONValue = ["m.fully_read": .string(one), "m.read": .string(two), "m.read.private": .string(one)]
        #expect(try await bob.ok("POST", ["rooms", room, "read_markers"], body) == [:])
        let answer = try await bob.sync(since: since)
        #expect(
            answer.joined(room).list("account_data", "events") == [
                ["type": "m.fully_read", "content": ["event_id": .string(one)]]
            ])
        #expect(answer.receipts(room) == ["m.read \(bob.userID) \(two)", "m.read.private \(bob.userID) \(one)"])
        try await bob.read(two, in: room, kind: "m.fully_read")
        try await bob.read(one, in: room, kind: "m.fully_read")
        #expect(
            try await bob.ok("GET", ["user", bob.userID, "rooms", room, "account_data", "m.fully_read"]) == [
                "event_id": .string(two)
            ])
        #expect(
            try await bob.call("PUT", ["user", bob.userID, "rooms", room, "account_data", "m.fully_read"], [:]).errcode
                == "M_BAD_JSON")
        #expect(try await bob.ok("POST", ["rooms", room, "read_markers"]) == [:])
    }

    @Test("a malformed receipt is refused and moves nothing")
    func refused() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let one = try await alice.send("1", to: room)
        func code(_ user: RoomUser, _ room: String, _ kind: String, _ event: String, _ body: JSONValue = [:])
            async throws -> String?
        {
            try await user.call("POST", ["rooms", room, "receipt", kind, event], body).errcode
        }
        #expect(try await code(bob, room, "m.read", "$none") == "M_NOT_FOUND")
        #expect(try await code(bob, room, "m.seen", one) == "M_INVALID_PARAM")
        #expect(try await code(bob, room, "m.fully_read", one, ["thread_id": "main"]) == "M_INVALID_PARAM")
        #expect(try await code(bob, room, "m.read", one, ["thread_id": 5]) == "M_BAD_JSON")
        let carol = try await RoomUser(pair.node, 3)
        #expect(try await code(carol, room, "m.read", one) == "M_FORBIDDEN")
        #expect(try await code(bob, "!none:x", "m.read", one) == "M_FORBIDDEN")
        let both: JSONValue = ["m.read": .string(one), "m.fully_read": "$none"]
        #expect(try await bob.call("POST", ["rooms", room, "read_markers"], both).errcode == "M_NOT_FOUND")
        #expect(try await alice.sync().receipts(room) == [])
        try await bob.leave(room)
        #expect(try await code(bob, room, "m.read", one) == "M_FORBIDDEN")
    }

    @Test("a receipt ends a waiting poll, and another user's private receipt does not", .timeLimit(.minutes(10)))
    func polls() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let one = try await alice.send("1", to: room), two = try await alice.send("2", to: room)
        let since = try await alice.sync().nextBatch
        async let waiting = alice.sync(since: since, timeout: 50_000)
        await pair.untilWaiting(1)
        try await bob.read(one, in: room, kind: "m.read.private")
        try await bob.read(two, in: room)
        #expect(try await waiting.receipts(room) == ["m.read \(bob.userID) \(two)"])
    }

    @Test("receipts and the read marker survive a restart")
    func restart() async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let pair = try await Pair(first)
        let one = try await pair.alice.send("1", to: pair.room)
        try await pair.bob.ok(
            "POST", ["rooms", pair.room, "read_markers"], ["m.fully_read": .string(one), "m.read": .string(one)])
        await first.assembly.services.database.close()
        let second = try TestNode(clock: first.clock) { $0.storage = .directory(directory.url) }
        let answer = try await RoomUser(second, token: pair.bob.token, userID: pair.bob.userID).sync()
        #expect(answer.receipts(pair.room) == ["m.read \(pair.bob.userID) \(one)"])
        #expect(answer.joined(pair.room).list("account_data", "events").map(\.type) == ["m.fully_read"])
    }
}
