import HeraldJSON
import Testing
@testable import SDNNode

@Suite("State that a new member may not see")
struct HiddenStateTests {
    private func setVisibility(_ value: JSONValue, _ user: RoomUser, _ room: String) async throws {
        try await user.setState("m.room.history_visibility", ["history_visibility": value], in: room)
    }

    @Test("a timeline goes on before a hidden state event that a later one replaces")
    func replaced() async throws {
        let alice = try await RoomUser(TestNode(), 1), bob = try await RoomUser(alice.node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        for (visibility, text) in [("joined", "1"), ("invited", "2"), ("shared", "3")] {
            try await setVisibility(.string(visibility), alice, room)
            try await alice.send(text, to: room)
        }
        try await bob.join(room)
        let timeline = try await bob.sync().timeline(room).suffix(4)
        #expect(
            timeline.map(\.type) == [
                "m.room.history_visibility", "m.room.history_visibility", "m.room.message", "m.room.member",
            ])
        #expect(timeline.compactMap { $0.at("content", "history_visibility").stringValue } == ["joined", "shared"])
        #expect(timeline.compactMap(\.bodyText) == ["3"])
    }

    @Test("a timeline begins after a hidden state event that nothing on it replaces")
    func notReplaced() async throws {
        let alice = try await RoomUser(TestNode(), 1), bob = try await RoomUser(alice.node, 2)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await setVisibility("joined", alice, room)
        for topic in ["one", "two"] { try await alice.setState("m.room.topic", ["topic": .string(topic)], in: room) }
        try await setVisibility("shared", alice, room)
        try await bob.join(room)
        let sync = try await bob.sync()
        #expect(sync.timeline(room).map(\.type) == ["m.room.history_visibility", "m.room.member"])
        let state = sync.joined(room).list("state", "events")
        #expect(state.first { $0.type == "m.room.topic" }?.at("content", "topic") == "two")
    }
}
