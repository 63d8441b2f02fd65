import GRDB

extension Database {
    /// Makes a change by a statement that stays prepared: for those that every step of a protocol runs.
    func executeCached(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
