import Dispatch
import Synchronization

/// An open transaction for synchronous code, whose thread waits for each statement. A body that SQLite runs synchronously can run here too.
package final class BlockingTransaction: Sendable {
    private struct State {
        var isCancelled = false
        var statement: Task<Void, Never>?
    }

    private let transaction: PostgresTransaction
    private let state = Mutex(State())

    init(_ transaction: PostgresTransaction) { self.transaction = transaction }

    /// Executes a statement that stays prepared.
    /// - Throws: ``PostgresError``, and `CancellationError` if the task that began the transaction was cancelled.
    @discardableResult
    package func execute(_ sql: String, _ values: [any PostgresParameter] = []) throws -> PostgresResult {
        let answer = Answer()
        try state.withLock { state in
            guard !state.isCancelled else { throw CancellationError() }
            state.statement = Task.detached { [transaction] in
                do {
                    answer.fill(.success(try await transaction.execute(sql, values)))
                } catch {
                    answer.fill(.failure(error))
                }
            }
        }
        return try answer.wait()
    }

    /// Returns the rows of a statement.
    package func rows(_ sql: String, _ values: [any PostgresParameter] = []) throws -> [PostgresRow] {
        try execute(sql, values).rows
    }

    /// Returns the first row of a statement that returns at most one.
    package func first(_ sql: String, _ values: [any PostgresParameter] = []) throws -> PostgresRow? {
        try execute(sql, values).rows.first
    }

    /// Waits for the lock of a name, as ``PostgresTransaction/lock(_:)`` does.
    package func lock(_ name: String) throws { try execute(LockSQL.byName, [name]) }

    func cancel() {
        let statement = state.withLock { state in
            state.isCancelled = true
            return state.statement
        }
        statement?.cancel()
    }

    private final class Answer: Sendable {
        private let result = Mutex<Result<PostgresResult, any Error>?>(nil)
        private let done = DispatchSemaphore(value: 0)

        func fill(_ new: Result<PostgresResult, any Error>) {
            result.withLock { $0 = new }
            done.signal()
        }

        func wait() throws -> PostgresResult {
            done.wait()
            guard let result = result.withLock({ $0 }) else {
                throw PostgresError(.other, reason: "the answer to the statement was lost")
            }
            return try result.get()
        }
    }
}

extension PostgresPool {
    /// Runs a transaction with a synchronous body, on a thread that may wait. Otherwise it is like
    /// ``transaction(isolation:readOnly:_:)``.
    @discardableResult
    package func transaction<T: Sendable>(
        isolation: PostgresTransaction.Isolation = .serializable, readOnly: Bool = false,
        blocking body: @escaping @Sendable (BlockingTransaction) throws -> T
    ) async throws -> T {
        try await transaction(isolation: isolation, readOnly: readOnly) { transaction in
            let transaction = BlockingTransaction(transaction)
            return try await withTaskCancellationHandler {
                try await workers.run { try body(transaction) }
            } onCancel: {
                transaction.cancel()
            }
        }
    }
}
