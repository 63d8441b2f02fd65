import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("The event stream of the first version of Matrix")
struct EventStreamTests {
    /// Reads the stream.
    private func events(_ user: RoomUser, from: String? = nil, _ more: [String: String] = [:]) async throws -> (
        chunk: [JSONValue], end: String
    ) {
        var query = more
        query["from"] = from
        let answer = try await user.ok("GET", ["events"], query: query)
        #expect(answer.objectValue?.keys.sorted() == ["chunk", "end", "start"])
        if let from { #expect(answer.text("start") == from) }
        return (answer.list("chunk"), answer.text("end") ?? "")
    }

    @Test("without a token, the stream begins now")
    func now() async throws {
        let pair = try await Pair()
        try await pair.alice.send("old", to: pair.room)
        let first = try await events(pair.alice)
        #expect(first.chunk == [])
        #expect(try await events(pair.alice, from: first.end).chunk == [])
    }

    @Test("events of all rooms come in their order, page by page, with the former name of their sender")
    func pages() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let rooms = [pair.room, try await alice.createRoom(), try await alice.createRoom()]
        var from = try await events(alice).end, sent: [String] = []
        for number in 0..<20 { sent.append(try await alice.send("\(number)", to: rooms[number % 3])) }
        try await bob.send("elsewhere", to: bob.createRoom())
        var seen: [String] = []
        for _ in 0..<10 {
            let page = try await events(alice, from: from, ["limit": "3"])
            #expect(page.chunk.count <= 3)
            #expect(page.chunk.allSatisfy { $0.text("user_id") == alice.userID && $0["room_id"] != nil })
            seen += page.chunk.map(\.eventID)
            from = page.end
        }
        #expect(seen == sent)
    }

    @Test("a range of the stream without events of the user's rooms is passed at once, and nothing is left out")
    func ranges() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let from = try await events(alice).end
        let node = pair.node
        func skip(_ count: Int64) async throws {
            try await node.assembly.services.database.write { db in
                try db.execute(sql: "UPDATE stream SET position = position + ?", arguments: [count])
            }
        }
        try await skip(1 << 50)
        let event = try await bob.send("late", to: pair.room)
        try await skip(3_000)
        let page = try await events(alice, from: from, ["timeout": "50000"])
        #expect(page.chunk.map(\.eventID) == [event])
        #expect(try await events(alice, from: page.end).chunk == [])
    }

    @Test("invitations, account data, receipts, typing and presence are in the stream", .timeLimit(.minutes(10)))
    func others() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        let message = try await alice.send("1", to: room)
        let start = try await events(alice).end
        async let waiting = events(alice, from: start, ["timeout": "50000"])
        await pair.untilWaiting(1)
        try await bob.setTyping(true, in: room)
        let typing = try await waiting
        var from = typing.end
        func next() async throws -> JSONValue {
            let page = try await events(alice, from: from, ["timeout": "50000"])
            #expect(page.chunk.count == 1)
            from = page.end
            return page.chunk.first ?? .null
        }
        #expect(
            typing.chunk == [
                [
                    "type": "m.typing", "room_id": .string(room), "content": ["user_ids": [.string(bob.userID)]],
                ]
            ])
        try await bob.read(message, in: room)
        let receipt = try await next()
        #expect(receipt.type == "m.receipt" && receipt.text("room_id") == room)
        #expect(receipt.at("content", message, "m.read", bob.userID, "ts").intValue != nil)
        _ = try await bob.sync()
        let presence = try await next()
        #expect(presence.type == "m.presence" && presence.at("content", "user_id") == .string(bob.userID))
        try await alice.ok("PUT", ["user", alice.userID, "account_data", "x.animal"], ["kind": "cat"])
        #expect(try await next() == ["type": "x.animal", "content": ["kind": "cat"]])
        try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "account_data", "x.animal"], ["kind": "rat"])
        #expect(try await next() == ["type": "x.animal", "room_id": .string(room), "content": ["kind": "rat"]])
        let secret = try await bob.createRoom(["invite": [.string(alice.userID)]])
        let invitation = try await next()
        #expect(invitation.text("room_id") == secret && invitation.text("state_key") == alice.userID)
        #expect(invitation.at("content", "membership") == "invite")
    }

    @Test("who is no member reads a room only if everyone may read it", arguments: ["world_readable", "shared"])
    func oneRoom(visibility: String) async throws {
        let pair = try await Pair()
        let carol = try await RoomUser(pair.node, 3)
        try await pair.alice.setState(
            "m.room.history_visibility", ["history_visibility": .string(visibility)], in: pair.room)
        let answer = try await carol.call("GET", ["events"], query: ["room_id": pair.room])
        guard visibility == "world_readable" else {
            #expect((answer.status, answer.errcode) == (403, "M_FORBIDDEN"))
            return
        }
        let from = try #require(answer.body.text("end"))
        async let waiting = events(carol, from: from, ["room_id": pair.room, "timeout": "50000"])
        await pair.untilWaiting(1)
        try await pair.alice.send("mice", to: pair.room)
        let page = try await waiting
        #expect(page.chunk.map(\.bodyText) == ["mice"])
        #expect(
            try await events(carol, from: from).chunk == [], "without the room's ID, only the user's rooms are read")
    }

    @Test(
        "a malformed request is refused",
        arguments: [["limit": "hello"], ["limit": "-2"], ["timeout": "hello"], ["from": "x"], ["from": "s99999"]])
    func malformed(query: [String: String]) async throws {
        let alice = try await RoomUser(TestNode(), 1)
        #expect(try await alice.call("GET", ["events"], query: query).errcode == "M_INVALID_PARAM")
        if query["from"] == nil, query["timeout"] == nil {
            #expect(try await alice.call("GET", ["initialSync"], query: query).errcode == "M_INVALID_PARAM")
        }
    }
}
