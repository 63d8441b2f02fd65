import GRDB
import HeraldJSON
import Synchronization
import Testing
@testable import SDNNode

@Suite("Work of listing notifications")
struct NotificationEffortTests {
    @Test(
        "attack 68: a page of notifications reads the rooms with the newest events, and not all rooms")
    func rooms() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        var sent: [String] = []
        for number in 0..<30 {
            let room = try await ann.createRoom(["preset": "public_chat"])
            try await bob.join(room)
            for text in ["a", "b"] { sent.append(try await ann.send("\(number)\(text)", to: room)) }
        }
        func look(_ limit: Int) async throws -> (count: Int, statements: Int) {
            let statements = Mutex(0)
            let count = try await node.assembly.services.database.read { db in
                let reader = try PushReader(bob.userID, node.assembly.services.ignored, in: db)
                db.trace { _ in statements.withLock { $0 += 1 } }
                defer { db.trace(options: []) }
                return try NotificationFeed.newest(
                    of: reader, before: .max, limit: limit, highlightsOnly: false, in: db
                ).count
            }
            return (count, statements.withLock { $0 })
        }
        let few = try await look(4), all = try await look(100)
        #expect((few.count, all.count) == (4, 60))
        #expect(few.statements * 4 < all.statements)
        let page = try await bob.ok("GET", ["notifications"], query: ["limit": "7"])
        let newest: [String] = page.list("notifications").compactMap { $0.at("event").eventID }
        #expect(newest == sent.suffix(7).reversed())
        let next = try await bob.ok(
            "GET", ["notifications"], query: ["limit": "7", "from": page.text("next_token") ?? ""])
        let older: [String] = next.list("notifications").compactMap { $0.at("event").eventID }
        #expect(older == sent.dropLast(7).suffix(7).reversed())
    }
}
