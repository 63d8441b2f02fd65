import HeraldJSON
import Testing
@testable import SDNNode

@Suite("The first sync of the first version of Matrix")
struct InitialSyncTests {
    @Test("all rooms come with their state, newest events and account data, and the answer leads into the event stream")
    func rooms() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        for text in ["1", "2", "3"] { try await bob.send(text, to: room) }
        try await alice.ok("PUT", ["user", alice.userID, "account_data", "x.animal"], ["kind": "cat"])
        try await alice.ok("PUT", ["user", alice.userID, "rooms", room, "tags", "u.work"], ["order": 1])
        try await alice.ok("PUT", ["directory", "list", "room", room], ["visibility": "public"])
        let event = try await bob.send("4", to: room)
        try await bob.read(event, in: room)
        let answer = try await alice.ok("GET", ["initialSync"], query: ["limit": "2"])
        #expect(
            answer.objectValue?.keys.sorted() == ["account_data", "end", "presence", "receipts", "rooms"])
        #expect(answer.list("account_data") == [["type": "x.animal", "content": ["kind": "cat"]]])
        let found = try #require(answer.list("rooms").first)
        #expect(answer.list("rooms").count == 1)
        #expect(found.text("room_id") == room && found["membership"] == "join" && found["visibility"] == "public")
        #expect(found.list("messages", "chunk").map(\.bodyText) == ["3", "4"])
        #expect(found.list("messages", "chunk").map { $0.text("user_id") } == [bob.userID, bob.userID])
        #expect(found.list("account_data").map(\.type) == ["m.tag"])
        #expect(found.list("state").count == (try await alice.state(of: room)).count)
        #expect(found.list("state").allSatisfy { $0.text("user_id") == $0.text("sender") })
        let before = try await alice.messages(room, from: found.text("messages", "start"), limit: 1)
        #expect(before.list("chunk").map(\.bodyText) == ["2"])
        #expect(answer.list("receipts").first?.text("room_id") == room)
        #expect(answer.list("receipts").first?.at("content", event, "m.read", bob.userID) != .null)
        try await bob.send("5", to: room)
        let next = try await alice.ok("GET", ["events"], query: ["from": answer.text("end") ?? ""])
        #expect(next.list("chunk").map(\.bodyText) == ["5"])
        let none = try await alice.ok("GET", ["initialSync"], query: ["limit": "0"])
        #expect(none.list("rooms").first?.list("messages", "chunk") == [])
        let one = try await alice.ok("GET", ["rooms", room, "initialSync"], query: ["limit": "0"])
        #expect(one.list("messages", "chunk") == [] && one.list("account_data").map(\.type) == ["m.tag"])
        #expect(one.list("receipts").first?.at("content", event, "m.read", bob.userID) != .null)
    }

    @Test("presence of the users of shared rooms, and the user's own, is included")
    func presence() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        _ = try await RoomUser(pair.node, 3).sync()
        func states(_ answer: JSONValue) -> [String: String] {
            Dictionary(
                answer.list("presence").map {
                    ($0.text("content", "user_id") ?? "", $0.text("content", "presence") ?? "")
                },
                uniquingKeysWith: { $1 })
        }
        let first = try await alice.ok("GET", ["initialSync"])
        #expect(states(first) == [alice.userID: "offline"])
        #expect(first.list("presence").first?.at("content", "last_active_ago") == 0)
        _ = try await bob.sync()
        #expect(states(try await alice.ok("GET", ["initialSync"])) == [alice.userID: "offline", bob.userID: "online"])
        let one = try await alice.ok("GET", ["rooms", room, "initialSync"])
        #expect(states(one) == [alice.userID: "offline", bob.userID: "online"])
    }

    @Test("left rooms are included if they are asked for, as they were, and without presence and receipts")
    func left() async throws {
        let pair = try await Pair()
        let (alice, bob, room) = (pair.alice, pair.bob, pair.room)
        try await alice.setState("x.state", ["v": 1], in: room)
        try await alice.send("before", to: room)
        try await bob.leave(room)
        try await alice.setState("x.state", ["v": 2], in: room)
        try await alice.send("after", to: room)
        #expect(try await bob.ok("GET", ["initialSync"]).list("rooms") == [])
        let all = try await bob.ok("GET", ["initialSync"], query: ["archived": "true", "limit": "2"])
        let one = try await bob.ok("GET", ["rooms", room, "initialSync"], query: ["limit": "2"])
        for found in [try #require(all.list("rooms").first), one] {
            #expect(found["membership"] == "leave")
            #expect(found.list("messages", "chunk").map(\.type) == ["m.room.message", "m.room.member"])
            #expect(found.list("state").first { $0.type == "x.state" }?.at("content", "v") == 1)
        }
        #expect(one.list("presence") == [] && one.list("receipts") == [])
    }

    @Test("an invitation comes with the inviter, and not from an ignored user")
    func invitation() async throws {
        let pair = try await Pair()
        let (alice, bob) = (pair.alice, pair.bob)
        let secret = try await bob.createRoom(["invite": [.string(alice.userID)]])
        let found = try await alice.ok("GET", ["initialSync"]).list("rooms").first { $0.text("room_id") == secret }
        #expect(found?["membership"] == "invite" && found?.text("inviter") == bob.userID)
        #expect(found?.at("invite", "content", "membership") == "invite" && found?["state"] == nil)
        try await alice.ok(
            "PUT", ["user", alice.userID, "account_data", "m.ignored_user_list"],
            ["ignored_users": .object(JSONObject([bob.userID: [:]]))])
        #expect(try await alice.ok("GET", ["initialSync"]).list("rooms").map { $0.text("room_id") } == [pair.room])
    }

    @Test("a room that everyone may read is read without its members' presence; others are refused")
    func readable() async throws {
        let pair = try await Pair()
        let carol = try await RoomUser(pair.node, 3)
        try await pair.alice.send("private", to: pair.room)
        #expect(try await carol.call("GET", ["rooms", pair.room, "initialSync"]).status == 403)
        try await pair.alice.setState(
            "m.room.history_visibility", ["history_visibility": "world_readable"], in: pair.room)
        try await pair.alice.send("public", to: pair.room)
        let found = try await carol.ok("GET", ["rooms", pair.room, "initialSync"])
        #expect(found.list("messages", "chunk").map(\.type) == ["m.room.history_visibility", "m.room.message"])
        #expect(found.list("state").contains { $0.type == "m.room.create" })
        #expect(found["membership"] == nil && found.list("presence") == [])
    }

    @Test("a long answer is written in parts and is the same as a short one's")
    func parts() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        let text = JSONValue.string(String(repeating: "x", count: 40_000))
        for number in 0..<12 {
            let room = try await alice.createRoom(["name": .string("\(number)")])
            try await alice.setState("x.large", ["text": text], in: room)
            try await alice.ok(
                "PUT", ["user", alice.userID, "rooms", room, "account_data", "x.large"], ["text": text])
            try await alice.ok("PUT", ["user", alice.userID, "account_data", "x.large\(number)"], ["text": text])
        }
        let answer = try await alice.ok("GET", ["initialSync"], query: ["limit": "1"])
        #expect(answer.list("account_data").count == 12)
        #expect(answer.list("rooms").count == 12)
        for room in answer.list("rooms") {
            #expect(room.list("account_data").first?.at("content", "text") == text)
            #expect(room.list("state").first { $0.type == "x.large" }?.at("content", "text") == text)
            #expect(room.list("state").count == (try await alice.state(of: room.text("room_id") ?? "")).count)
        }
    }
}
