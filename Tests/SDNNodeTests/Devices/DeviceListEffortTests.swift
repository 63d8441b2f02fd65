import GRDB
import HeraldJSON
import Synchronization
import Testing
@testable import SDNNode

@Suite("Work of reading changes of device lists")
struct DeviceListEffortTests {
    @Test("attack 40: a query with the oldest token does not examine each of very many key changes")
    func changes() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let joined = try await ann.sync().nextBatch, position = try StreamToken(joined, field: "since").position
        try await node.assembly.services.database.write { db in
            let start = try EventStore.position(in: db)
            for number in 1...500 {
                try db.execute(
                    sql: "INSERT INTO key_change (user, ord) VALUES (?, ?)",
                    arguments: ["@u\(number):x", start + Int64(number)])
            }
            try db.execute(
                sql: "UPDATE key_change SET ord = ? WHERE user = ?", arguments: [start + 501, bob.userID])
            try db.execute(sql: "UPDATE stream SET position = ?", arguments: [start + 501])
        }
        let statements = Mutex(0)
        let lists = try await node.assembly.services.database.read { db in
            db.trace { _ in statements.withLock { $0 += 1 } }
            defer { db.trace(options: []) }
            return try DeviceLists.read(for: ann.userID, after: position, upTo: EventStore.position(in: db), in: db)
        }
        #expect(lists.changed == [bob.userID])
        #expect(statements.withLock { $0 } < 20)
        #expect(
            try await ann.ok("GET", ["keys", "changes"], query: ["from": joined]).list("changed")
                == [.string(bob.userID)]
        )
    }
}
