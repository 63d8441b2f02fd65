import GRDB

extension SQLiteRows {
    package func undoingOnError(_ body: () throws -> Void) throws {
        try db.inSavepoint {
            try body()
            return .commit
        }
    }
}
