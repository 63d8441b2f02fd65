import GRDB

/// SQLite's `synchronous` level: how long a commit of this connection waits for the disk.
extension Database {
    func synchronousLevel() throws -> Int? { try Int.fetchOne(self, sql: "PRAGMA synchronous") }

    func setSynchronousLevel(_ level: Int) throws { try execute(sql: "PRAGMA synchronous = \(level)") }
}
