import Synchronization

/// An open transaction. After its body has ended it refuses statements.
package final class PostgresTransaction: Sendable {
    /// The isolation of a transaction (PostgreSQL's documentation, 13.2).
    package enum Isolation: String, Sendable {
        /// Each statement sees what others have committed before it.
        case readCommitted = "READ COMMITTED"
        /// All statements see the same snapshot. Changes of rows that others changed meanwhile fail, and the transaction is repeated.
        case repeatableRead = "REPEATABLE READ"
        /// As if transactions ran one after another. A transaction for which that cannot be so fails and is repeated.
        case serializable = "SERIALIZABLE"
    }

    /// The first failed statement. PostgreSQL refuses all later ones.
    let failure = Mutex<PostgresError?>(nil)
    private let isOpen = Atomic(true)
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Executes a statement that stays prepared.
    /// - Parameter time: the time after which it is given up. Defaults to the connection's limit.
    /// - Throws: ``PostgresError``, and `CancellationError` if the task was cancelled. The transaction is then undone, whatever the body does with
    ///   the error.
    @discardableResult
    package func execute(_ sql: String, _ values: [any PostgresParameter] = [], time: Duration? = nil) async throws
        -> PostgresResult
    {
        try await run(PostgresStatement(sql: sql, form: .prepared(values), time: time ?? connection.limits.answerTime))
    }

    /// Returns the rows of a statement.
    package func rows(_ sql: String, _ values: [any PostgresParameter] = []) async throws -> [PostgresRow] {
        try await execute(sql, values).rows
    }

    /// Returns the first row of a statement that returns at most one.
    package func first(_ sql: String, _ values: [any PostgresParameter] = []) async throws -> PostgresRow? {
        try await execute(sql, values).rows.first
    }

    /// Waits until no other transaction of any instance has the lock of this name, and holds it until the transaction ends. All callers must take
    /// several locks in the same order.
    package func lock(_ name: String) async throws {
        try await execute(LockSQL.byName, [name])
    }

    /// Runs statements without parameters, such as those that create tables.
    /// - Parameter time: the time after which they are given up.
    func script(_ sql: String, time: Duration) async throws {
        try await run(PostgresStatement(sql: sql, form: .script, time: time))
    }

    @discardableResult
    private func run(_ statement: PostgresStatement) async throws -> PostgresResult {
        do {
            return try await connection.run(statement) { isOpen.load(ordering: .acquiring) }
        } catch let error as PostgresError {
            failure.withLock { $0 = $0 ?? error }
            throw error
        }
    }

    /// Refuses statements from now on. One that is under way ends first.
    func end() { isOpen.store(false, ordering: .releasing) }
}
