import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Remembered unread counts")
struct UnreadMemoryTests {
    private func counts(_ user: RoomUser, _ room: String) async throws -> [Int64?] {
        let unread = try await user.sync().joined(room).at("unread_notifications")
        return [unread["notification_count"]?.intValue, unread["highlight_count"]?.intValue]
    }

    @Test("remembered counts follow new messages, a redaction, a purge and a receipt")
    func followed() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        var events: [String] = []
        for text in ["one", "two", "three"] { events.append(try await ann.send(text, to: room)) }
        for _ in 0..<2 { #expect(try await counts(bob, room) == [3, 0]) }
        let mention: JSONValue = [
            "msgtype": "m.text", "body": "four", "m.mentions": ["user_ids": [.string(bob.userID)]],
        ]
        events.append(try await ann.send("m.room.message", mention, to: room, txn: "mention"))
        #expect(try await counts(bob, room) == [4, 1])
        try await ann.ok("PUT", ["rooms", room, "redact", events[1], "redaction"], [:])
        #expect(try await counts(bob, room) == [3, 1])
        try await bob.ok("POST", ["rooms", room, "receipt", "m.read", events[0]], [:])
        #expect(try await counts(bob, room) == [2, 1])
        try await node.assembly.services.database.write { db in
            let record = try RoomRecord.require(room, in: db)
            let end = record.lastOrd
            _ = try HistoryPurgeRows.remove(from: record, after: 0, before: end, in: db)
        }
        #expect(try await counts(bob, room) == [0, 0])
    }
}
