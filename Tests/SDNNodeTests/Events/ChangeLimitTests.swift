import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of changes of state that every reader of a room reads")
struct ChangeLimitTests {
    private func pretend(_ node: TestNode, _ type: String, _ key: String, in room: String, _ count: Int, value: String)
        async throws
    {
        try await node.assembly.services.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO state_history (room, type, state_key, ord, value)
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    SELECT ?, ?, ?, -i, ? FROM n
                    """,
                arguments: [count, try RoomRecord.require(room, in: db).rowID, type, key, value])
        }
    }

    @Test("attack 66: a room's history visibility can change only a limited number of times")
    func visibility() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        try await pretend(
            node, "m.room.history_visibility", "", in: room, RoomLog.visibilityChanges - 2, value: "shared")
        try await ann.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        let path = ["rooms", room, "state", "m.room.history_visibility", ""]
        #expect(try await ann.call("PUT", path, ["history_visibility": "shared"]).status == 403)
        try await ann.setState("m.room.name", ["name": "other state is free"], in: room)
    }

    @Test(
        "attack 66: a member's event can change a limited number of times, apart from leaving, and other rooms get the new name"
    )
    func member() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"]),
            other = try await ann.createRoom(["preset": "public_chat"])
        for each in [room, other] { try await bob.join(each) }
        try await pretend(node, "m.room.member", bob.userID, in: room, RoomLog.memberChanges - 1, value: "join")
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "Bo"])
        #expect(try await ann.ok("GET", ["rooms", room, "state", "m.room.member", bob.userID])["displayname"] == nil)
        #expect(try await ann.ok("GET", ["rooms", other, "state", "m.room.member", bob.userID])["displayname"] == "Bo")
        try await bob.leave(room)
        #expect(try await bob.call("POST", ["join", room]).status == 403)
    }
}
