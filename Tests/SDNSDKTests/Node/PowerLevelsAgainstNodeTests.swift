import HeraldJSON
import SDNNode
import SDNSDK
import Testing

@Suite("Power levels on the embedded node", .timeLimit(.minutes(10)))
struct PowerLevelsAgainstNodeTests {
    private func levels(_ user: EmbeddedUser, _ room: MXRoom) async throws -> MXRoomPowerLevels {
        let event = try await user.client.state(ofRoom: room.roomId).first { $0.type == "m.room.power_levels" }
        return MXRoomPowerLevels(content: try #require(event).content)
    }

    @Test("power levels that are set in sequence or at once are all stored, and the creator keeps 100")
    func nothingLost() async throws {
        let node = try await EmbeddedNode.start()
        let alice = try await EmbeddedUser(node, 1)
        let session = try await alice.session()
        try await session.start()
        let room = try await session.createRoom(withName: "Harbour", preset: .publicChat)
        let users = (1...6).map { "@user\($0):node.example" }
        for user in users.prefix(2) { try await room.setPowerLevel(ofUser: user, powerLevel: 50) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for user in users.dropFirst(2) {
                group.addTask { try await room.setPowerLevel(ofUser: user, powerLevel: 50) }
            }
            try await group.waitForAll()
        }
        let levels = try await levels(alice, room)
        #expect(users.allSatisfy { levels.powerLevelOfUser(withUserID: $0) == 50 })
        #expect(levels.powerLevelOfUser(withUserID: alice.userId) == 100)
        await session.close()
        await node.stop()
    }

    @Test("a user who left and joined again changes one level and keeps the others")
    func afterReturn() async throws {
        let node = try await EmbeddedNode.start()
        let (alice, bob) = (try await EmbeddedUser(node, 1), try await EmbeddedUser(node, 2))
        let session = try await alice.session(MXMemoryStore())
        try await session.start()
        let room = try await session.createRoom(withName: "Harbour", preset: .publicChat)
        _ = try await bob.client.joinRoom(room.roomId)
        try await session.leaveRoom(room.roomId)
        let again = try await session.joinRoom(room.roomId)
        try await again.setPowerLevel(ofUser: bob.userId, powerLevel: 50)
        let levels = try await levels(bob, again)
        #expect(
            levels.powerLevelOfUser(withUserID: alice.userId) == 100
                && levels.powerLevelOfUser(withUserID: bob.userId) == 50)
        await session.close()
        await node.stop()
    }
}
