import HeraldJSON
import SDNNode
import SDNSDK
import Testing

@Suite("Coming back to a room", .timeLimit(.minutes(10)))
struct RejoinTests {
    @Test(
        "a room that is left and joined again has its whole state, and no event is reported twice",
        arguments: [true, false])
    func wholeState(keepsHistory: Bool) async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        var parameters = MXRoomCreationParameters(name: "Tea", topic: "leaves")
        parameters.preset = .publicChat
        let roomId = try await alice.client.createRoom(parameters: parameters).roomId
        let session = try await bob.session(keepsHistory ? MXMemoryStore() : nil)
        let heard = Heard()
        _ = session.listenToEvents { event, direction, state in heard.note(event, direction, state as? MXRoomState) }
        try await session.start()
        let before = try await session.joinRoom(roomId).state()
        try await session.leaveRoom(roomId)
        let room = try await session.joinRoom(roomId)
        let after = try await room.state()
        #expect(after.name == "Tea" && after.topic == "leaves" && room.summary.name == "Tea")
        #expect(after.powerLevels.powerLevelOfUser(withUserID: alice.userId) == 100)
        #expect(Set(after.stateEvents.map(\.type)) == Set(before.stateEvents.map(\.type)))
        let ids = heard.ids(.forwards).filter { !$0.isEmpty }
        #expect(Set(ids).count == ids.count)
        #expect(try await room.liveTimeline.history().map(\.eventId) == (try await alice.log(roomId)).reversed())
        await session.close()
        await node.stop()
    }
}
