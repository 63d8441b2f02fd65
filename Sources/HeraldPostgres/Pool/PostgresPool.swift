import HeraldLocks

/// The connections of one role to its database. Tasks get them in the order of their arrival.
package final class PostgresPool: Sendable {
    /// The end of the wait for a connection.
    enum Lease: Sendable {
        case connection(PostgresConnection)
        case failed(PostgresError)
        case timedOut
        case cancelled
    }

    struct State {
        /// The free connections. The one that was used last is used next, so that its statements stay in the server's caches.
        var idle: [PostgresConnection] = []
        /// The connections that are open or being opened.
        var total = 0
        var opening = 0
        var waiters = WaiterQueue<Lease>()
        var counters = PoolCounters()
        /// The attempts to connect that failed since the last success.
        var failures = 0
        var lastFailure: PostgresError?
        /// No attempt to connect begins before this time.
        var mayOpen = ContinuousClock.now
        var isAlarmSet = false
        var isClosed = false
        /// The tasks that wait until everything is closed.
        var closers = WaiterQueue<Void>()
    }

    let configuration: PostgresConfiguration
    let watch: SocketWatch
    let state = Mutex(State())
    /// The threads of synchronous bodies: one for each connection, so that none waits for another one.
    let workers: WorkerThreads
    var limits: PostgresLimits { configuration.limits }

    /// Creates a pool. The first use opens the first connection.
    /// - Throws: ``PostgresError`` if the process has no file descriptor left.
    package init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        guard let watch = SocketWatch.shared else {
            throw PostgresError(.connectionFailed, reason: "the process has no file descriptor left")
        }
        (self.configuration, self.watch) = (configuration, watch)
        workers = WorkerThreads(count: configuration.limits.connections)
    }

    /// The figures of the pool at this moment.
    package var counters: PoolCounters {
        state.withLock { state in
            var counters = state.counters
            (counters.idle, counters.opening, counters.waiting) = (state.idle.count, state.opening, state.waiters.count)
            counters.inUse = state.total - state.opening - state.idle.count
            return counters
        }
    }

    /// Executes a single statement that only reads. It is tried again if its connection turns out to be closed.
    /// - Throws: ``PostgresError``, and `CancellationError`.
    package func read(_ sql: String, _ values: [any PostgresParameter] = []) async throws -> [PostgresRow] {
        do {
            return try await preparing { try await $0.execute(sql, values).rows }
        } catch let error as PostgresError where error.kind == .connectionLost {
            return try await preparing { try await $0.execute(sql, values).rows }
        }
    }

    /// Uses a connection, and another one each time that the server no longer has the statement as the connection prepared it. After a migration
    /// every open connection may have such a statement.
    private func preparing<T: Sendable>(_ body: (PostgresConnection) async throws -> T) async throws -> T {
        for _ in 0..<limits.connections {
            do {
                return try await withConnection(body)
            } catch let error as PostgresError where error.kind == .staleStatement {}
        }
        return try await withConnection(body)
    }

    /// Executes a single statement as a transaction of its own.
    /// - Throws: ``PostgresError``, `outcomeUnknown` if the connection ended during it, and `CancellationError` if the task was cancelled. The
    ///   statement then has no effect, unless the server does not answer either.
    @discardableResult
    package func write(_ sql: String, _ values: [any PostgresParameter] = []) async throws -> PostgresResult {
        do {
            return try await preparing { try await $0.execute(sql, values) }
        } catch let error as PostgresError where error.leavesOutcomeOpen {
            throw noted(error.with(.outcomeUnknown, reason: "the connection ended during a write"))
        }
    }

    /// Counts an error whose kind is `outcomeUnknown`.
    func noted(_ error: PostgresError) -> PostgresError {
        if error.kind == .outcomeUnknown { state.withLock { $0.counters.unknown += 1 } }
        return error
    }

    /// Uses a connection that no other task uses meanwhile.
    /// - Throws: ``PostgresError`` if there is no connection, and the errors of `body`.
    @discardableResult
    package func withConnection<T: Sendable>(_ body: (PostgresConnection) async throws -> T) async throws -> T {
        let connection = try await lease()
        let result: T
        do {
            result = try await body(connection)
        } catch {
            await release(connection)
            throw error
        }
        await release(connection)
        return result
    }

    /// Closes the pool. Waiting tasks fail, and connections in use are closed as soon as they are free. Returns when all are.
    package func close() async {
        let (idle, waiters, closer) = state.withLock { state in
            state.isClosed = true
            let idle = state.idle
            state.idle = []
            state.total -= idle.count
            return (idle, state.waiters.popAll(), state.total > 0 ? state.closers.add() : nil)
        }
        for waiter in waiters { waiter.resume(returning: .failed(Self.closed)) }
        for connection in idle { await connection.close() }
        await closer?.wait()
    }

    static let closed = PostgresError(.closed, reason: "the connections to the database are closed")
}
