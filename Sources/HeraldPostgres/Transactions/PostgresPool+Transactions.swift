import HeraldLocks
import Synchronization

extension PostgresPool {
    /// The attempts to begin a transaction on a connection that turns out to be closed.
    private static let beginnings = 3

    /// Runs a transaction that changes everything or nothing, and returns after the commit. If the transaction conflicts with others, PostgreSQL
    /// rolls it back and it runs again, with a pause and in all at most ``PostgresLimits/attempts`` times. The body must therefore have no other
    /// effects.
    /// - Parameters:
    ///   - isolation: defaults to serializable.
    ///   - readOnly: true if the body only reads. Defaults to `false`.
    /// - Throws: ``PostgresError``, the errors of `body`, and `CancellationError`. Only `outcomeUnknown` leaves open if the changes were made.
    @discardableResult
    package func transaction<T: Sendable>(
        isolation: PostgresTransaction.Isolation = .serializable, readOnly: Bool = false,
        _ body: @Sendable (PostgresTransaction) async throws -> T
    ) async throws -> T {
        let begin = "BEGIN ISOLATION LEVEL \(isolation.rawValue)\(readOnly ? " READ ONLY" : "")"
        var (attempt, beginnings) = (1, 1)
        while true {
            do {
                return try await withConnection { connection in
                    try await Self.run(body, on: connection, begin, readOnly: readOnly)
                }
            } catch let error as NotBegun {
                guard beginnings < Self.beginnings else { throw error.reason }
                beginnings += 1
            } catch let error as Conflict {
                guard attempt < limits.attempts else { throw error.reason }
                state.withLock { $0.counters.repeated += 1 }
                // The pause is random, so that the same transactions do not conflict again.
                try await Task.sleep(
                    for: .milliseconds(2) * Double(1 << min(attempt, 7)) * Double.random(in: 0.5...1.5))
                attempt += 1
            } catch let error as PostgresError {
                throw noted(error)
            }
        }
    }

    /// The transaction did not begin, because the connection was closed.
    private struct NotBegun: Error { let reason: PostgresError }

    /// PostgreSQL rolled the transaction back because it conflicted with others.
    private struct Conflict: Error { let reason: PostgresError }

    private static func run<T: Sendable>(
        _ body: @Sendable (PostgresTransaction) async throws -> T, on connection: PostgresConnection,
        _ begin: String, readOnly: Bool
    ) async throws -> T {
        do {
            try await connection.run(
                PostgresStatement(sql: begin, form: .script, time: connection.limits.answerTime))
        } catch let error as PostgresError where error.kind == .connectionLost {
            throw NotBegun(reason: error)
        } catch let error as PostgresError where error.sqlState == "0A000" {
            // Only a standby refuses a transaction because of its isolation.
            connection.retire()
            throw error.with(.readOnly, reason: error.reason)
        }
        let transaction = PostgresTransaction(connection)
        let result: T
        do {
            result = try await body(transaction)
        } catch {
            transaction.end()
            await undo(on: connection)
            // The body may have caught the conflict and thrown an error of its own.
            if let failure = transaction.failure.withLock({ $0 }), failure.isRepeatable {
                throw Conflict(reason: failure)
            }
            throw error
        }
        transaction.end()
        try await commit(transaction, on: connection, readOnly: readOnly)
        return result
    }

    private static func commit(
        _ transaction: PostgresTransaction, on connection: PostgresConnection, readOnly: Bool
    ) async throws {
        do {
            let result = try await finish("COMMIT", on: connection)
            // The server answers the COMMIT of a failed transaction with ROLLBACK.
            guard result.tag != "COMMIT" else { return }
            let failure =
                transaction.failure.withLock { $0 }
                ?? PostgresError(.aborted, reason: "an earlier statement of the transaction failed")
            throw failure.isRepeatable ? Conflict(reason: failure) : failure
        } catch let error as PostgresError {
            if error.isRepeatable { throw Conflict(reason: error) }
            guard !readOnly, error.leavesOutcomeOpen else { throw error }
            throw error.with(
                .outcomeUnknown, reason: "the connection ended during COMMIT, so the changes may have been made or not")
        }
    }

    private static func undo(on connection: PostgresConnection) async {
        // After a failure the transaction is still open, and the pool replaces the connection.
        _ = try? await finish("ROLLBACK", on: connection)
    }

    private static func finish(_ sql: String, on connection: PostgresConnection) async throws -> PostgresResult {
        try await connection.run(
            PostgresStatement(sql: sql, form: .script, time: connection.limits.answerTime, isCancellable: false))
    }
}
