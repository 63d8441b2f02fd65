import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of rooms' aliases")
struct AliasLimitTests {
    private func add(_ user: RoomUser, _ name: String, _ room: String) async throws -> TestNode.Answer {
        try await user.call("PUT", ["directory", "room", "#\(name):localhost"], ["room_id": .string(room)])
    }

    @Test("attack 42: a member gives a room a limited number of aliases, and the room's owner can delete them")
    func room() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), eve = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat", "visibility": "public"])
        try await eve.join(room)
        var added = 0
        for number in 0..<(RoomAliasStore.perUserInRoom + 10) where try await add(eve, "e\(number)", room).status == 200
        { added += 1 }
        #expect(added == RoomAliasStore.perUserInRoom)
        #expect(try await add(eve, "more", room).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(try await add(ann, "own", room).status == 200)
        #expect(try await ann.call("DELETE", ["directory", "room", "#e0:localhost"]).status == 200)
        #expect(try await add(eve, "more", room).status == 200)
    }

    @Test("attack 42: no user can take all aliases of a node")
    func everywhere() async throws {
        let node = try TestNode()
        let eve = try await RoomUser(node, 1)
        let room = try await eve.createRoom()
        try await node.assembly.services.database.write { db in
            for number in 0..<RoomAliasStore.perUser {
                try db.execute(
                    sql: "INSERT INTO room_alias (alias, room, creator) VALUES (?, ?, ?)",
                    arguments: ["#x\(number):localhost", 1_000 + number, eve.userID])
            }
        }
        #expect(try await add(eve, "one", room).errcode == "M_RESOURCE_LIMIT_EXCEEDED")
        #expect(
            try await eve.call("POST", ["createRoom"], ["room_alias_name": "two"]).errcode
                == "M_RESOURCE_LIMIT_EXCEEDED")
    }
}
