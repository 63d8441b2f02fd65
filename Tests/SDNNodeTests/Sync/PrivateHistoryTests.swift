import HeraldJSON
import Testing
@testable import SDNNode

@Suite("State in a history that begins with the join")
struct PrivateHistoryTests {
    @Test(
        "a member who comes back finds the current state from the time of absence in the timeline",
        arguments: [(0, 0), (50, 0), (0, 50)])
    func current(before: Int, after: Int) async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        try await ann.invite(carol, to: room)
        let since = try await bob.sync().nextBatch
        for number in 0..<before { try await ann.send("before \(number)", to: room) }
        try await bob.leave(room)
        try await carol.join(room)
        for number in 0..<after { try await ann.send("absent \(number)", to: room) }
        try await bob.join(room)
        let answer = try await bob.sync(since: since)
        let timeline = answer.timeline(room)
        #expect(
            timeline.contains { $0.text("state_key") == carol.userID && $0.text("content", "membership") == "join" })
        #expect(!timeline.contains { $0.bodyText?.hasPrefix("absent") == true })
        #expect(timeline.last?.text("state_key") == bob.userID)
    }

    @Test("state from the time of absence that was replaced is not shown")
    func replaced() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat", "name": "open"])
        try await bob.join(room)
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        let since = try await bob.sync().nextBatch
        try await bob.leave(room)
        try await ann.setState("m.room.name", ["name": "secret"], in: room)
        try await ann.setState("m.room.name", ["name": "new"], in: room)
        try await bob.join(room)
        for answer in [try await bob.sync(since: since), try await bob.sync()] {
            let text = String(decoding: answer.serialized(), as: UTF8.self)
            #expect(!text.contains("secret") && text.contains(#""name":"new""#))
        }
    }

    @Test("a user who has left does not see state that others set later")
    func former() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        let since = try await bob.sync().nextBatch
        try await bob.leave(room)
        try await ann.setState("m.room.name", ["name": "secret"], in: room)
        let answer = try await bob.sync(since: since, filter: ["room": ["include_leave": true]])
        #expect(!String(decoding: answer.serialized(), as: UTF8.self).contains("secret"))
    }
}
