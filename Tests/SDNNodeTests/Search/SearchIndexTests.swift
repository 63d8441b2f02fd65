import GRDB
import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Texts that are indexed later")
struct SearchIndexTests {
    private static func indexed(_ node: TestNode) async throws -> (texts: Int, removed: Int64, mark: Int64) {
        try await node.assembly.services.database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM event_text") ?? 0,
                try Int64.fetchOne(db, sql: "SELECT removed FROM event_text_debt") ?? 0,
                try SearchIndexStore.mark(in: db)
            )
        }
    }

    @Test func `a search finds a message that was sent just before, and messages in many slices`() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let rooms = [try await ann.createRoom(), try await ann.createRoom(["name": "Zoo"])]
        let count = SearchIndexStore.slice * 2 + 7
        for index in 0..<count { try await ann.send("giraffe \(index)", to: rooms[index % 2]) }
        #expect(try await Self.indexed(node).texts == 0)
        #expect(try await SearchTests.search(ann, "giraffe")["count"] == .int(Int64(count)))
        // The name of a room is a text as well.
        #expect(try await Self.indexed(node).texts == count + 1)
        try await ann.send("giraffe again", to: rooms[0])
        #expect(try await SearchTests.search(ann, "giraffe")["count"] == .int(Int64(count + 1)))
    }

    @Test func `each slice indexes the oldest texts of all rooms, up to the mark`() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let rooms = [try await ann.createRoom(), try await ann.createRoom()]
        for index in 0..<SearchIndexStore.slice { for room in rooms { try await ann.send("owl \(index)", to: room) } }
        let database = node.assembly.services.database
        let slices = try await database.write { db in
            let ids = try SearchIndexStore.rooms(after: 0, in: db), end = try EventStore.position(in: db)
            var slices: [Int] = []
            var isDone = false
            while !isDone {
                isDone = try SearchIndexStore.index(ids, upTo: end, in: db)
                slices.append(try Int.fetchOne(db, sql: "SELECT count(*) FROM event_text") ?? 0)
                let missing = try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM event WHERE type = 'm.room.message' AND ord <= (SELECT ord FROM event_text_mark)
                        AND ord NOT IN (SELECT rowid FROM event_text)
                        """)
                #expect(missing == 0)
            }
            #expect(try SearchIndexStore.mark(in: db) == end)
            return slices
        }
        #expect(slices == [256, 512, 512])
    }

    @Test func `a message that is redacted before it is indexed never enters the index`() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        let event = try await ann.send("secret owl", to: room)
        try await ann.redact(event, in: room, txn: "r")
        #expect(try await SearchTests.search(ann, "owl")["count"] == 0)
        let (texts, removed, _) = try await Self.indexed(node)
        #expect(texts == 0 && removed == 0)
        // Below the mark, the redaction itself removes the text.
        let second = try await ann.send("secret fox", to: room)
        #expect(try await SearchTests.search(ann, "fox")["count"] == 1)
        try await ann.redact(second, in: room, txn: "s")
        #expect(try await Self.indexed(node).removed == 1)
        #expect(try await SearchTests.search(ann, "fox")["count"] == 0)
    }

    @Test func `a message that is deleted before it is indexed never enters the index`() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        try await ann.send("old owl", to: room)
        try await ann.send("new owl", to: room)
        try await node.assembly.services.database.write { db in
            let record = try RoomRecord.require(room, in: db)
            _ = try HistoryPurgeRows.remove(from: record, after: -1, before: record.lastOrd, in: db)
        }
        #expect(SearchTests.texts(try await SearchTests.search(ann, "owl")) == ["new owl"])
        #expect(try await Self.indexed(node).texts == 1)
    }

    @Test func `texts that were not indexed when the node stopped are found after the next start`() async throws {
        let folder = try TemporaryFolder()
        let first = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(folder.url)))
        let ann = try await RoomUser(TestNode(assembly: first.assembly), 1)
        let room = try await ann.createRoom()
        try await ann.send("nightjar", to: room)
        await first.stop()
        let second = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(folder.url)))
        let same = RoomUser(TestNode(assembly: second.assembly), token: ann.token, userID: ann.userID)
        #expect(try await SearchTests.search(same, "nightjar")["count"] == 1)
        await second.stop()
    }
}
