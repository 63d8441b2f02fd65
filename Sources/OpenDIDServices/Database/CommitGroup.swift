import GRDB
import Synchronization

/// Lets the writes that wait at the same moment share one transaction, and so one wait for the disk.
///
/// Each has a savepoint of its own, so that one that fails is undone alone. A write returns after the commit: what was answered is kept.
final class CommitGroup: Sendable {
    private struct Job: Sendable {
        let run: @Sendable (Database) throws -> Void
        /// Called once, after the commit or with what went wrong.
        let settle: @Sendable ((any Error)?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var isRunning = false
    }

    /// Bounds how long one transaction keeps the others waiting.
    private static let limit = 256
    private let writer: any DatabaseWriter
    private let state = Mutex(State())

    init(_ writer: any DatabaseWriter) { self.writer = writer }

    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        let result = ResultBox<T>()
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            add(Job(run: { db in result.set(try body(db)) }) { error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume() }
            })
        }
        guard let value = result.value else { throw ServicesError(.stopped, field: "database", reason: "the write was not run") }
        return value
    }

    private func add(_ job: Job) {
        let starts = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { Task { await run() } }
    }

    private func run() async {
        while let jobs = nextJobs() {
            var errors: [(any Error)?]
            do {
                errors = try await writer.writeWithoutTransaction { db in Self.commit(jobs, in: db) }
            } catch {
                errors = jobs.map { _ in error }
            }
            for (job, error) in zip(jobs, errors) { job.settle(error) }
        }
    }

    private func nextJobs() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            let jobs = Array(state.waiting.prefix(Self.limit))
            state.waiting.removeFirst(jobs.count)
            return jobs
        }
    }

    private static func commit(_ jobs: [Job], in db: Database) -> [(any Error)?] {
        var errors: [(any Error)?] = []
        do {
            try db.inTransaction(.immediate) {
                for job in jobs {
                    do {
                        try db.inSavepoint {
                            try job.run(db)
                            return .commit
                        }
                        errors.append(nil)
                    } catch {
                        // SQLite ends the whole transaction on a full disk or an I/O error; then nobody's write is kept.
                        guard db.isInsideTransaction else { throw error }
                        errors.append(error)
                    }
                }
                return .commit
            }
            return errors
        } catch {
            return jobs.map { _ in error }
        }
    }

    /// Carries a result from the database's queue to the task that waits for the commit.
    private final class ResultBox<T: Sendable>: Sendable {
        private let content = Mutex<T?>(nil)
        var value: T? { content.withLock { $0 } }
        func set(_ value: T) { content.withLock { $0 = value } }
    }
}
