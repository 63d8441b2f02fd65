import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Statements without copies of rows")
struct QuickStatementTests {
    private static func queue() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { db in try db.execute(sql: "CREATE TABLE t (a INTEGER, b TEXT, c BLOB, d INTEGER UNIQUE)") }
        return queue
    }

    private static let insertion = "INSERT INTO t (a, b, c, d) VALUES (?, ?, ?, ?)"

    @Test func `values of all kinds are stored and read as they are`() throws {
        let none: String? = nil, bytes: [UInt8] = [0, 255, 7]
        let rows = try Self.queue().write { db in
            try db.run(Self.insertion, Int64.min, "é 東", BoundBytes(bytes), true)
            try db.run(Self.insertion, 5 as Int64?, none, BoundBytes([1]), 2)
            var rows: [String] = []
            try db.each("SELECT a, b, c, d FROM t ORDER BY rowid") { row in
                rows.append("\(row.int(0)) \(row.optionalText(1) ?? "-") \(row.bytes(2)) \(row.bool(3))")
            }
            #expect(
                try db.first("SELECT b, a FROM t WHERE b IS NULL") { $0.text(0) + "\($0.optionalInt(1) ?? 0)" } == "5")
            #expect(try db.first("SELECT b FROM t WHERE a = ?", 6) { $0.optionalInt(0) } == nil)
            return rows
        }
        #expect(rows == ["\(Int64.min) é 東 [0, 255, 7] true", "5 - [1] true"])
    }

    @Test(arguments: ["", "a", "é 東", "a\0b", "\0", String(repeating: "long text, ", count: 500)])
    func `a text is stored as GRDB stores it`(_ text: String) throws {
        let stored = try Self.queue().write { db in
            try db.run("INSERT INTO t (b, a) VALUES (?, 1)", text)
            try db.run("INSERT INTO t (b, a) VALUES (?, 2)", text as String?)
            try db.execute(sql: "INSERT INTO t (b, a) VALUES (?, 3)", arguments: [text])
            return try String.fetchAll(db, sql: "SELECT typeof(b) || hex(b) FROM t ORDER BY a")
        }
        #expect(stored.count == 3 && stored[0].hasPrefix("text"))
        #expect(Set(stored).count == 1)
    }

    @Test func `a failed statement names its error, and works again`() throws {
        try Self.queue().write { db in
            try db.run(Self.insertion, 1, "a", BoundBytes([1]), 1)
            let error = #expect(throws: DatabaseError.self) {
                try db.run(Self.insertion, 2, "b", BoundBytes([1]), 1)
            }
            #expect(error?.resultCode == .SQLITE_CONSTRAINT)
            try db.run(Self.insertion, 2, "b", BoundBytes([1]), 2)
            let count = try db.first("SELECT count(*) FROM t") { $0.int(0) }
            #expect(count == 2)
        }
    }

    @Test func `a change outside of a transaction is refused, and a query is not`() throws {
        try Self.queue().writeWithoutTransaction { db in
            let error = #expect(throws: DatabaseError.self) {
                try db.run(Self.insertion, 1, "a", BoundBytes([1]), 1)
            }
            #expect(error?.resultCode == .SQLITE_ABORT)
            let count = try db.first("SELECT count(*) FROM t") { $0.int(0) }
            #expect(count == 0)
        }
    }

    @Test func `a draft whose content changes forgets what was computed from it`() throws {
        var draft = EventDraft(type: "m.room.message", sender: "@a:b", content: ["body": "Hello, hello world"])
            .prepared()
        #expect(draft.preparation?.words == ["hello", "world"])
        #expect(try draft.canonicalContent().bytes == Array(#"{"body":"Hello, hello world"}"#.utf8))
        draft.content["body"] = "Other"
        #expect(draft.preparation == nil)
        #expect(try draft.canonicalContent().bytes == Array(#"{"body":"Other"}"#.utf8))
        let named = EventDraft(
            type: "m.room.message", sender: "@a:b", content: ["body": "Hi", "m.mentions": [:]]
        ).prepared()
        #expect(named.preparation?.words == nil && named.preparation?.text != nil)
    }
}
