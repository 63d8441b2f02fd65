import GRDB

extension Database {
    /// Executes a statement that stays prepared, for statements that every protocol step runs.
    func executeCached(sql: String, arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
