import HeraldPostgres
import OpenDIDServices

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
