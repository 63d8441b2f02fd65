import GRDB

/// The rows of a SQLite database.
package struct SQLiteRows: ServiceRows {
    let db: Database
}

extension Database {
    /// Executes a statement and caches the prepared form. It is for statements that every protocol step runs.
    func executeCached(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
