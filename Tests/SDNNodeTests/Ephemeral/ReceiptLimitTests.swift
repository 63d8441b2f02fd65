import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of a user's receipts in a room")
struct ReceiptLimitTests {
    @Test("attack 45: receipts in ever more threads replace the user's own oldest ones, and no other user's")
    func threads() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), eve = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await eve.join(room)
        let first = try await ann.send("first", to: room)
        func read(_ user: RoomUser, _ event: String) async throws {
            try await user.ok("POST", ["rooms", room, "receipt", "m.read", event], ["thread_id": .string(event)])
        }
        try await read(ann, first)
        for number in 0..<(ReceiptStore.threadsPerUser + 20) { try await read(eve, ann.send("\(number)", to: room)) }
        let counts = try await node.assembly.services.database.read { db in
            try [eve, ann].map {
                try Int.fetchOne(db, sql: "SELECT count(*) FROM receipt WHERE user = ?", arguments: [$0.userID])
            }
        }
        #expect(counts == [ReceiptStore.threadsPerUser, 1])
    }
}
