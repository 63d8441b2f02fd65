import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Relations in a sync")
struct RelatedEventsTests {
    private let ada: RoomUser
    private let room: String

    init() async throws {
        ada = try await RoomUser(TestNode(), 1)
        room = try await ada.createRoom(["preset": "public_chat", "topic": "harbour"])
    }

    private func relate(_ kind: String, to target: String, _ type: String = "m.room.message", txn: String) async throws
    {
        try await ada.send(
            type,
            [
                "msgtype": "m.text", "body": .string(txn), "m.new_content": ["body": .string(txn)],
                "m.relates_to": ["rel_type": .string(kind), "event_id": .string(target), "key": .string(txn)],
            ], to: room, txn: txn)
    }

    @Test(
        "an edited message has its edit, however many relations the room has",
        arguments: [0, 2, RelatedEvents.listed, RelatedEvents.listed + 6])
    func edits(reactions: Int) async throws {
        let edited = try await ada.send("one", to: room), plain = try await ada.send("two", to: room)
        for number in 0..<reactions {
            try await relate("m.annotation", to: plain, "m.reaction", txn: "r\(number)")
        }
        try await relate("m.replace", to: edited, txn: "edit")
        let filter: JSONValue = ["room": ["timeline": ["limit": 100]]]
        let first = try await ada.sync(filter: filter)
        let events = first.timeline(room)
        #expect(
            events.first { $0.eventID == edited }?.at("unsigned", "m.relations", "m.replace", "content", "body")
                == "edit")
        #expect(events.first { $0.eventID == plain }?.at("unsigned", "m.relations") == .null)
    }

    @Test("an edit of a message before the timeline does not change the messages on it")
    func earlier() async throws {
        let edited = try await ada.send("one", to: room)
        try await relate("m.replace", to: edited, txn: "edit")
        let last = try await ada.send("two", to: room)
        let sync = try await ada.sync(filter: ["room": ["timeline": ["limit": 1]]])
        #expect(sync.timeline(room).map(\.eventID) == [last])
        #expect(sync.timeline(room).first?.at("unsigned", "m.relations") == .null)
    }

    @Test("a state event before the timeline has its references")
    func state() async throws {
        let all = try await ada.state(of: room)
        let topic = try #require(all.first { $0.type == "m.room.topic" })
        try await relate("m.reference", to: topic.eventID, txn: "reference")
        try await ada.send("last", to: room)
        let sync = try await ada.sync(filter: ["room": ["timeline": ["limit": 1]]])
        let state = sync.joined(room).list("state", "events")
        let relations = state.first { $0.type == "m.room.topic" }?.at("unsigned", "m.relations", "m.reference")
        #expect(relations?.list("chunk").count == 1)
    }

    @Test("a state event that the timeline's filter leaves out is in the state")
    func leftOut() async throws {
        try await ada.setState("m.room.topic", ["topic": "lighthouse"], in: room)
        try await ada.send("last", to: room)
        let sync = try await ada.sync(filter: ["room": ["timeline": ["not_types": ["m.room.topic"]]]])
        #expect(!sync.timeline(room).contains { $0.type == "m.room.topic" })
        let state = sync.joined(room).list("state", "events")
        #expect(state.first { $0.type == "m.room.topic" }?.at("content", "topic") == "lighthouse")
    }
}
