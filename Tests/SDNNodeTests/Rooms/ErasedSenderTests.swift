import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Messages of users who erased their accounts")
struct ErasedSenderTests {
    private let node: TestNode
    private let ann: RoomUser
    private let bob: RoomUser
    private let carol: RoomUser
    private let room: String
    private let message: String

    /// Bob has written a message and edited it. Ann was a member then; Carol joined later.
    init() async throws {
        node = try TestNode()
        (ann, bob, carol) = (try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3))
        room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await ann.setState(
            "m.room.power_levels", ["users": .object([ann.userID: 100, bob.userID: 50])], in: room)
        try await bob.setState("m.room.name", ["name": "Bob's room"], in: room)
        message = try await bob.send("quince", to: room)
        try await bob.send(
            "m.room.message",
            [
                "body": "* medlar", "m.new_content": ["body": "medlar"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(message)],
            ], to: room, txn: "edit")
        try await bob.send("damson", to: room)
        try await carol.join(room)
    }

    private func deactivate(erase: Bool) async throws {
        let body: JSONObject = ["erase": .bool(erase)]
        let demand = try Demand(await bob.call("POST", ["account", "deactivate"], .object(body)))
        var proved = body
        proved["auth"] = try demand.proof(TestWallet(2))
        try await bob.ok("POST", ["account", "deactivate"], .object(proved))
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.serialized(), as: UTF8.self) }

    @Test("users who were members see the messages, and users who joined later receive them redacted")
    func erased() async throws {
        #expect(try await carol.ok("GET", ["rooms", room, "event", message]).bodyText == "quince")
        try await deactivate(erase: true)
        #expect(try await ann.ok("GET", ["rooms", room, "event", message]).bodyText == "quince")
        #expect(text(try await ann.sync()).contains("quince"))
        let event = try await carol.ok("GET", ["rooms", room, "event", message])
        #expect(event["content"] == [:] && event["type"] == "m.room.message")
        for answer in [
            try await carol.sync(), try await carol.messages(room, limit: 100),
            try await carol.ok("GET", ["rooms", room, "context", message]),
            try await carol.ok("GET", ["rooms", room, "initialSync"]),
        ] {
            #expect(text(answer).contains(message))
            #expect(!text(answer).contains("quince") && !text(answer).contains("medlar"))
        }
    }

    @Test("a search of a user who joined later neither finds nor counts the messages")
    func search() async throws {
        let asked: JSONValue = ["search_term": "damson", "order_by": "recent", "filter": ["limit": 1]]
        let body: JSONValue = ["search_categories": ["room_events": asked]]
        func check(_ user: RoomUser, finds texts: [String], of count: Int) async throws {
            let found = try await user.ok("POST", ["search"], body).at("search_categories", "room_events")
            #expect(found.list("results").compactMap { $0.at("result").bodyText } == texts)
            #expect(found["count"] == .int(Int64(count)))
        }
        try await check(carol, finds: ["damson"], of: 1)
        try await deactivate(erase: true)
        try await check(carol, finds: [], of: 0)
        try await check(ann, finds: ["damson"], of: 1)
        try await ann.send("a damson tree", to: room)
        try await check(carol, finds: ["a damson tree"], of: 1)
        try await check(ann, finds: ["a damson tree"], of: 2)
        // A member who left before a message was sent does not count it either.
        try await carol.leave(room)
        try await ann.send("damson jam", to: room)
        try await check(carol, finds: ["a damson tree"], of: 1)
    }

    @Test("the state that the user set stays, and so do the messages of a user who asked for no erasure")
    func kept() async throws {
        try await deactivate(erase: false)
        #expect(try await carol.ok("GET", ["rooms", room, "event", message]).bodyText == "quince")
        #expect(try await carol.ok("GET", ["rooms", room, "state", "m.room.name", ""])["name"] == "Bob's room")
    }

    @Test("the state keeps what an erased user set, and the timeline of users who were not members then does not")
    func state() async throws {
        try await bob.setState("m.room.topic", ["topic": "quince"], in: room)
        try await ann.leave(room)
        try await bob.setState("m.room.topic", ["topic": "medlar"], in: room)
        try await ann.join(room)
        let message = try await carol.send("sorb", to: room)
        let redaction = try await bob.redact(message, in: room, txn: "r")
        let late = try await RoomUser(node, 4)
        try await late.join(room)
        try await deactivate(erase: true)
        func name(_ events: [JSONValue]) -> JSONValue? { events.first { $0.type == "m.room.name" }?["content"] }
        #expect(name(try await carol.messages(room, limit: 100).list("chunk")) == [:])
        #expect(name(try await ann.messages(room, limit: 100).list("chunk")) == ["name": "Bob's room"])
        #expect(name(try await carol.state(of: room)) == ["name": "Bob's room"])
        let filter: JSONValue = ["room": ["timeline": ["limit": 1]]]
        let section = try await carol.sync(filter: filter).joined(room)
        #expect(name(section.list("state", "events")) == ["name": "Bob's room"])
        // Ann was not a member when the topic changed for the second time, but was one the first time.
        let topics = try await ann.messages(room, limit: 100).list("chunk").filter { $0.type == "m.room.topic" }
        #expect(topics.map { $0.at("content") } == [[:], ["topic": "quince"]])
        #expect(topics.first?.at("unsigned", "prev_content") == ["topic": "quince"])
        let lateTopics = try await late.messages(room, limit: 100).list("chunk").filter { $0.type == "m.room.topic" }
        #expect(lateTopics.map { $0.at("unsigned", "prev_content") } == [[:], .null])
        func reason(_ user: RoomUser) async throws -> JSONValue {
            let event = try await user.ok("GET", ["rooms", room, "event", message])
            #expect(event.at("unsigned", "redacted_because", "event_id") == .string(redaction))
            return event.at("unsigned", "redacted_because", "content")
        }
        #expect(try await reason(ann)["reason"] == "test")
        #expect(try await reason(late)["reason"] == nil)
    }
}
