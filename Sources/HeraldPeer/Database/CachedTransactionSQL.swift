import GRDB

extension Database {
    /// Runs work in a transaction that is committed at its end, and rolled back if the work throws. The statements that begin and end it are compiled once
    /// for each connection, because a compilation costs a single write more than some of its own statements.
    /// - Throws: the errors of `body` and of SQLite; `SQLITE_ABORT` if SQLite has rolled the transaction back itself and `body` did not throw.
    package func inCachedTransaction<T>(_ body: () throws -> T) throws -> T {
        try cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
        do {
            let result = try body()
            guard isInsideTransaction else {
                throw DatabaseError(resultCode: .SQLITE_ABORT, message: "The transaction was aborted.")
            }
            try cachedStatement(sql: "COMMIT TRANSACTION").execute()
            return result
        } catch {
            try? rollback()
            throw error
        }
    }

    /// Runs reads that all see the same snapshot. Like ``inCachedTransaction(_:)``, it compiles its own statements only once.
    /// - Throws: the errors of `body` and of SQLite.
    package func inCachedSnapshot<T>(_ body: () throws -> T) throws -> T {
        try cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
        do {
            let result = try body()
            try cachedStatement(sql: "COMMIT TRANSACTION").execute()
            return result
        } catch {
            try? rollback()
            throw error
        }
    }
}
