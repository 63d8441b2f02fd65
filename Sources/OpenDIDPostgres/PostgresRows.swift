import HeraldPostgres
import OpenDIDServices

/// The rows of a PostgreSQL database.
struct PostgresRows: ServiceRows {
    let transaction: BlockingTransaction

    /// Returns the row of a statement that always has one, such as a count.
    /// - Throws: `PostgresError` `other` if there is none.
    func requiredRow(_ sql: String, _ values: [any PostgresParameter] = []) throws -> PostgresRow {
        guard let row = try transaction.first(sql, values) else {
            throw PostgresError(.other, reason: "the server sent no row for a statement that always has one")
        }
        return row
    }
}

extension PostgresRows {
    func undoingOnError(_ body: () throws -> Void) throws {
        try transaction.execute("SAVEPOINT before_body")
        do {
            try body()
        } catch {
            // If this fails, its error replaces the body's. A caller that expects the body's error must not commit what was not undone.
            try transaction.execute("ROLLBACK TO SAVEPOINT before_body")
            try transaction.execute("RELEASE SAVEPOINT before_body")
            throw error
        }
        try transaction.execute("RELEASE SAVEPOINT before_body")
    }
}
