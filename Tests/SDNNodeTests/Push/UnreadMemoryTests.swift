import HeraldJSON
import SDNWire
import TestSupport
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

    /// A notification of one of the two lists.
    private struct Notification: Sendable {
        let isOwn: Bool
        let thread: String
        let isHighlight: Bool

        /// - Parameter isPlain: true if it is neither of a thread nor a highlight.
        init(isPlain: Bool, hasOwn: Bool, using random: inout SeededGenerator) {
            isOwn = hasOwn && Int.random(in: 0..<4, using: &random) == 0
            let threads = [PushThreads.main, "$a", "$b"]
            thread = isPlain ? PushThreads.main : threads[Int.random(in: 0..<3, using: &random)]
            isHighlight = !isPlain && Int.random(in: 0..<50, using: &random) == 0
        }
    }

    @Test("remembered counts beyond the limit are those that are counted anew", arguments: 1...6)
    func limit(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var steps: [[Notification]] = []
        for step in 0..<40 {
            let isPlain = seed.isMultiple(of: 2) || step < 20
            let count = Int.random(in: 1...120, using: &random)
            steps.append((0..<count).map { _ in Notification(isPlain: isPlain, hasOwn: seed > 3, using: &random) })
        }
        let node = try TestNode()
        let reader = PushReader("@ann:x", sharesDefaultsUntil: nil, ignoredSenders: [])
        let scope = reader.scope(RoomRowID(rawValue: 7))
        let all = steps
        let recounts = try await node.assembly.services.database.write { db in
            var ord: Int64 = 0, known: UnreadLists?, recounts = 0
            for step in all {
                let before = ord
                for next in step {
                    ord += 1
                    let subject = NotifiedRows.Subject(
                        room: scope.room, ord: ord, sender: "@bob:x", thread: next.thread)
                    var list: [JSONValue] = ["notify"]
                    if next.isHighlight { list.append(["set_tweak": "highlight"]) }
                    let actions = PushActions(list)
                    if next.isOwn {
                        try NotifiedRows.insert(subject, actions, for: "@ann:x", in: db)
                    } else {
                        try NotifiedRows.insert(subject, actions, in: db)
                    }
                }
                let anew = try NotifiedRows.counts(scope, after: 0, limit: 500, in: db)
                let newer = try NotifiedRows.counts(scope, after: before, limit: 500, in: db)
                let followed = known?.followed(by: newer, limit: 500)
                if let followed { #expect(followed.byThread == anew.byThread) } else { recounts += 1 }
                known = followed ?? anew
            }
            return recounts
        }
        // The first counts are always read. Plain messages never need another reading.
        #expect(seed.isMultiple(of: 2) ? recounts == 1 : recounts > 1)
    }
}
