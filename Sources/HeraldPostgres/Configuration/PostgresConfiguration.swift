/// The database of one role: its address, its schema and its limits.
package struct PostgresConfiguration: Sendable {
    /// The address of the database.
    package let url: PostgresURL
    /// The PostgreSQL schema with the role's tables. It is the only one on the search path.
    package let schema: String
    package var limits = PostgresLimits()
    /// Receives every executed statement without its values. Defaults to none.
    package var observer: (@Sendable (String) -> Void)?

    /// Creates a configuration with the default limits.
    /// - Throws: ``PostgresError`` `configuration` if the schema has a name that is not allowed.
    package init(_ url: PostgresURL, schema: String) throws(PostgresError) {
        guard schema.wholeMatch(of: /[a-z_][a-z0-9_]{0,62}/) != nil, !schema.hasPrefix("pg_") else {
            throw PostgresError(
                .configuration, field: "schema",
                reason:
                    "the name must have 1 to 63 lower-case letters, digits or underscores, and must not begin with pg_")
        }
        (self.url, self.schema) = (url, schema)
    }
}

/// The limits of a pool and its connections.
package struct PostgresLimits: Sendable, Hashable {
    /// The connections that are open at once.
    package var connections = 8
    /// The tasks that wait for a connection. Further ones fail at once.
    package var waiters = 1_024
    /// The time that a task waits for a connection.
    package var leaseTime = Duration.seconds(5)
    /// The time in which a connection has to be open.
    package var openTime = Duration.seconds(10)
    /// The time after which the server ends a statement, also while it waits for a lock.
    package var statementTime = Duration.seconds(10)
    /// The time after which this process gives up a statement, because the server does not answer. It is above ``statementTime``.
    package var answerTime = Duration.seconds(12)
    /// The time in which a cancelled statement has to end. After it, the connection is closed.
    package var cancelTime = Duration.seconds(2)
    /// The time after which the server ends a transaction that sends no statement. The locks of an instance that has vanished last no longer.
    package var idleTransactionTime = Duration.seconds(30)
    /// The time after which an unused connection is tried before it is used.
    package var idleTime = Duration.seconds(30)
    /// The time after which a connection is replaced. The pool then follows a database that the operator has moved.
    package var lifetime = Duration.seconds(3_600)
    /// The longest pause between two attempts to connect.
    package var longestPause = Duration.seconds(2)
    /// The prepared statements of one connection.
    package var statements = 256
    /// The rows of one result.
    package var rows = 10_000
    /// The values of one result, in bytes. libpq holds one row more.
    package var bytes = 32 << 20
    /// The attempts of one transaction that conflicts with others.
    package var attempts = 12

    /// Creates the default limits.
    package init() {}
}
