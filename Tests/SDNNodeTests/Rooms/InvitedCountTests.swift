import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("The number of invited users of a room")
struct InvitedCountTests {
    @Test("attack 103: the number of invited users is stored in one row")
    func row() async throws {
        let queue = try DatabaseQueue()
        try await queue.write { db in
            func set(_ user: String, _ membership: String) throws {
                try db.execute(
                    sql: """
                        INSERT INTO membership (user, room, membership, ord) VALUES (?, 1, ?, 1)
                        ON CONFLICT (user, room) DO UPDATE SET membership = excluded.membership
                        """,
                    arguments: [user, membership])
            }
            func counted() throws -> Int? { try Int.fetchOne(db, sql: "SELECT invited FROM room") }
            for migration in RoomSchema.migrations { try migration.apply(db) }
            try db.execute(sql: "INSERT INTO room (nid, room_id, version) VALUES (1, '!a:x', '10')")
            for (user, membership) in [("@a:x", "join"), ("@b:x", "invite"), ("@c:x", "invite")] {
                try set(user, membership)
            }
            #expect(try counted() == 2)
            for (user, membership, count) in [
                ("@b:x", "join", 1), ("@d:x", "invite", 2), ("@d:x", "invite", 2), ("@a:x", "leave", 2),
                ("@c:x", "ban", 1),
            ] {
                try set(user, membership)
                #expect(try counted() == count, "\(user) \(membership)")
            }
        }
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), cleo = try await RoomUser(node, 3)
        let room = try await ann.createRoom(["invite": [.string(bob.userID), .string(cleo.userID)]])
        func told() async throws -> JSONValue {
            try await ann.sync().joined(room).at("summary", "m.invited_member_count")
        }
        #expect(try await told() == 2)
        try await node.assembly.services.database.write { db in try db.execute(sql: "UPDATE room SET invited = 7") }
        #expect(try await told() == 7)
    }
}
