import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Changing power levels", .timeLimit(.minutes(10)))
struct PowerLevelTests {
    /// A node with one room, which answers a question for its power levels like this.
    private func node(levels: @escaping AnsweringNode.Answer) -> AnsweringNode {
        let node = AnsweringNode()
        node.on("/sync") { _, count in count == 1 ? (200, AnsweringNode.oneRoom) : try await AnsweringNode.silence() }
        node.on("/state/m.room.power_levels") { request, count in
            request.method == "PUT" ? (200, ["event_id": "$levels"]) : try await levels(request, count)
        }
        return node
    }

    private func sent(to node: AnsweringNode) throws -> [JSONValue] {
        try node.requests("/state/m.room.power_levels").filter { $0.method == "PUT" }.map {
            try JSONValue(parsing: $0.body ?? [])
        }
    }

    @Test("a room's first power levels leave its creator at 100 and everybody else's rights unchanged")
    func first() async throws {
        let node = node { _, _ in (404, ["errcode": "M_NOT_FOUND", "error": "no such state"]) }
        node.on("/state") { _, _ in
            (
                200,
                [
                    [
                        "type": "m.room.create", "state_key": "", "event_id": "$c", "sender": "@creator:b",
                        "content": ["room_version": "11"],
                    ]
                ]
            )
        }
        let session = MXSession.scripted(node)
        try await session.start()
        try await session.theRoom.setPowerLevel(ofUser: "@bob:b", powerLevel: 50)
        #expect(try sent(to: node) == [["users": ["@creator:b": 100, "@bob:b": 50], "state_default": 0]])
        await session.close()
    }

    @Test("levels that cannot be read are not replaced")
    func unreadable() async throws {
        let node = node { _, _ in (403, ["errcode": "M_FORBIDDEN", "error": "not in the room"]) }
        let session = MXSession.scripted(node)
        try await session.start()
        let error = await failure { try await session.theRoom.setPowerLevel(ofUser: "@bob:b", powerLevel: 50) }
        #expect(error as? MXError == .forbidden)
        #expect(try sent(to: node).isEmpty)
        await session.close()
    }

    @Test("a change builds on the node's levels, not on those that the session knows")
    func fromNode() async throws {
        let node = node { _, _ in (200, ["users": ["@creator:b": 100, "@carol:b": 20], "kick": 75, "x.y": "kept"]) }
        let session = MXSession.scripted(node)
        try await session.start()
        try await session.theRoom.setPowerLevel(ofUser: "@bob:b", powerLevel: 50)
        #expect(
            try sent(to: node) == [
                ["users": ["@creator:b": 100, "@carol:b": 20, "@bob:b": 50], "kick": 75, "x.y": "kept"]
            ])
        await session.close()
    }
}
