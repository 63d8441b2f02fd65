import HeraldLocks
import Synchronization

/// A connection to the server. Statements run one at a time, in the order of their arrival.
package final class PostgresConnection: Sendable {
    let link: PostgresLink
    let watch: SocketWatch
    let limits: PostgresLimits
    private let observer: (@Sendable (String) -> Void)?
    private let gate = SerialGate()
    private let isRetired = Atomic(false)
    private let opened = ContinuousClock.now
    private let lastUse = HeraldLocks.Mutex(ContinuousClock.now)

    /// Opens a connection and sets its schema and limits.
    /// - Throws: ``PostgresError``, and `CancellationError`.
    package static func open(_ configuration: PostgresConfiguration) async throws -> PostgresConnection {
        guard let watch = SocketWatch.shared else {
            throw PostgresError(.connectionFailed, reason: "the process has no file descriptor left")
        }
        return try await open(configuration, watch: watch)
    }

    static func open(_ configuration: PostgresConfiguration, watch: SocketWatch) async throws -> PostgresConnection {
        let limits = configuration.limits
        let link = try await PostgresOpening.open(
            configuration.url, statements: limits.statements, until: .now + limits.openTime, watch: watch)
        let connection = PostgresConnection(link, watch, limits, configuration.observer)
        // PostgreSQL's timeouts have 32 bits.
        let statement = limits.statementTime.milliseconds(atMost: .max)
        let idleTransaction = limits.idleTransactionTime.milliseconds(atMost: .max)
        try await connection.run(
            PostgresStatement(
                sql: """
                    SET search_path TO "\(configuration.schema)"; SET statement_timeout = \(statement);
                    SET idle_in_transaction_session_timeout = \(idleTransaction)
                    """,
                form: .script, time: limits.openTime))
        return connection
    }

    private init(
        _ link: PostgresLink, _ watch: SocketWatch, _ limits: PostgresLimits, _ observer: (@Sendable (String) -> Void)?
    ) {
        (self.link, self.watch, self.limits, self.observer) = (link, watch, limits, observer)
    }

    /// Executes a statement that stays prepared.
    /// - Parameter time: the time after which it is given up. Defaults to the connection's limit.
    /// - Throws: ``PostgresError``, and `CancellationError` if the task was cancelled before the statement ended.
    @discardableResult
    package func execute(_ sql: String, _ values: [any PostgresParameter] = [], time: Duration? = nil) async throws
        -> PostgresResult
    {
        try await run(PostgresStatement(sql: sql, form: .prepared(values), time: time ?? limits.answerTime))
    }

    /// Runs a statement.
    /// - Parameter mayRun: says when its turn has come if the statement may still run.
    @discardableResult
    func run(_ statement: PostgresStatement, if mayRun: @Sendable () -> Bool = { true }) async throws -> PostgresResult
    {
        try await gate.run {
            guard mayRun() else { throw PostgresError(.closed, reason: "the transaction has ended") }
            guard !isRetired.load(ordering: .relaxed) else { throw link.lost() }
            observer?(statement.sql)
            do {
                let result = try await exchange(statement)
                lastUse.withLock { $0 = .now }
                return result
            } catch let error as PostgresError {
                if error.retiresConnection { retire() }
                throw error
            }
        }
    }

    /// Refuses further statements. The pool closes the connection.
    func retire() { isRetired.store(true, ordering: .relaxed) }

    /// Closes the connection when the statements that were sent have ended. Later ones fail.
    func close() async {
        await gate.run {
            retire()
            link.close()
        }
    }

    /// True if a statement can be sent: the server has not closed the connection, and it answers if it was unused for long.
    func isAlive() async -> Bool {
        let hasEnded = await gate.run { isRetired.load(ordering: .relaxed) || link.hasEnded() }
        guard !hasEnded else { return false }
        guard lastUse.withLock({ $0 }) < .now - limits.idleTime else { return true }
        let ping = PostgresStatement(sql: "", form: .script, time: limits.cancelTime, isCancellable: false)
        return (try? await run(ping)) != nil
    }

    /// True if another task may use the connection.
    func isReusable() async -> Bool {
        await gate.run {
            !isRetired.load(ordering: .relaxed) && !link.isLost && !link.isInTransaction
                && opened.advanced(by: limits.lifetime) > .now
        }
    }
}
