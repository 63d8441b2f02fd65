import Dispatch
import GRDB
import Synchronization

/// Lets all writes that wait at the same moment share one transaction, and so one wait for the disk.
///
/// Each write has a savepoint of its own: one that fails is undone alone. A write returns only after the COMMIT, so what has been
/// acknowledged is kept. Foreign keys must not be deferred: writes that wait together share a commit.
package final class GroupCommitWriter: Sendable {
    /// What has happened so far; for tests and measurements.
    package struct Counters: Sendable {
        package var writes = 0
        package var commits = 0
    }

    private struct Job: Sendable {
        let run: @Sendable (Database) throws -> Void
        let done: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var waiting: [Job] = []
        var isRunning = false
        var counters = Counters()
    }

    /// Bounds how long one transaction keeps the others waiting.
    private static let batchLimit = 512
    private let writer: any DatabaseWriter
    /// Waits for the disk, so that none of the threads has to that run Swift's tasks.
    private let queue = DispatchQueue(label: "herald.commits")
    private let state = Mutex(State())

    package init(_ writer: any DatabaseWriter) { self.writer = writer }

    package var counters: Counters { state.withLock(\.counters) }

    package func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        let slot = Slot<T>()
        try await withCheckedThrowingContinuation { done in
            enqueue(Job(run: { db in slot.fill(try body(db)) }, done: done))
        }
        return try slot.take()
    }

    private func enqueue(_ job: Job) {
        let starts = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { queue.async { self.run() } }
    }

    private func run() {
        while let jobs = nextBatch() {
            let outcomes = writer.writeWithoutTransaction { db in Self.commit(jobs, in: db) }
            state.withLock { state in
                state.counters.writes += jobs.count
                state.counters.commits += 1
            }
            for (job, outcome) in zip(jobs, outcomes) { job.done.resume(with: outcome) }
        }
    }

    private func nextBatch() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchLimit))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }

    private static func commit(_ jobs: [Job], in db: Database) -> [Result<Void, any Error>] {
        var outcomes: [Result<Void, any Error>] = []
        outcomes.reserveCapacity(jobs.count)
        do {
            try db.inTransaction(.immediate) {
                // Alone it needs no savepoint: undoing it is undoing the transaction.
                if jobs.count == 1, let job = jobs.first {
                    try job.run(db)
                    outcomes.append(.success(()))
                    return .commit
                }
                for job in jobs {
                    do {
                        try db.inSavepoint {
                            try job.run(db)
                            return .commit
                        }
                        outcomes.append(.success(()))
                    } catch {
                        // SQLite ends the whole transaction on a full disk or an I/O error; then nobody's write is kept.
                        guard db.isInsideTransaction else { throw error }
                        outcomes.append(.failure(error))
                    }
                }
                return .commit
            }
            return outcomes
        } catch {
            return jobs.map { _ in .failure(error) }
        }
    }

    /// What a write throws that was not run because the database was closed before it.
    package struct NotRun: Error {}

    /// Carries a result from the database's queue to the task that waits for the commit.
    private final class Slot<T: Sendable>: Sendable {
        private let value = Mutex<T?>(nil)
        func fill(_ new: T) { value.withLock { $0 = new } }
        func take() throws -> T {
            guard let result = value.withLock({ $0 }) else { throw NotRun() }
            return result
        }
    }
}
