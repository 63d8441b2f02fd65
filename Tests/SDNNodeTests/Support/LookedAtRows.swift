import GRDB
import Synchronization

extension Database {
    /// The number of rows of a table that SQLite reads meanwhile. The table is behind a view that counts them, whose name comes first.
    /// - Parameter key: a column of the table.
    func rowsLookedAt(of table: String, by key: String, _ body: () throws -> Void) throws -> Int {
        let count = Mutex(0)
        add(
            function: DatabaseFunction("is_looked_at", argumentCount: 1) { _ in
                count.withLock { $0 += 1 }
                return true
            })
        try execute(sql: "CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) WHERE is_looked_at(\(key))")
        defer { try? execute(sql: "DROP VIEW temp.\(table)") }
        try body()
        return count.withLock { $0 }
    }
}
