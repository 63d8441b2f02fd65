import GRDB
import Synchronization

/// Lets all writes that wait at the same moment share one transaction, and so one wait for the disk.
///
/// Each write has a savepoint of its own: one that fails is undone alone. A write returns only after the COMMIT, so what has been
/// acknowledged is kept, as long as its ``Durability`` says. Foreign keys must not be deferred: writes that wait together share a commit.
///
/// Writes wait in lanes, such as one for each account, that take turns: one account's thousand writes do not stand before another's one.
/// Within a lane they keep their order. Lanes stand in groups, such as one for each address, that take turns before them.
package final class GroupCommitWriter: Sendable {
    /// What has happened so far; for tests and measurements.
    package struct Counters: Sendable {
        package var writes = 0
        package var commits = 0
        /// How many writes wait now.
        package var waiting = 0
    }

    /// What a write survives once it has returned.
    package enum Durability: Sendable {
        /// The end of the process.
        case process
        /// The loss of power too: it waits for the disk.
        case power
    }

    private struct Job: Sendable {
        let group: String
        let durability: Durability
        let run: @Sendable (Database) throws -> Void
        let done: CheckedContinuation<Void, any Error>
    }

    private typealias Outcome = (job: Job, result: Result<Void, any Error>)

    private struct State {
        var waiting = GroupedLanes<Job>()
        /// The number of waiting writes that wait for the disk.
        var waitingForDisk = 0
        var isRunning = false
        /// The level of synchronous that the connection came with (SQLite's numbers), once it is known.
        var fullLevel: Int?
        /// True while the connection commits without waiting for the disk.
        var isRelaxed = false
        var counters = Counters()
        var idleWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Bounds, with ``batchMilliseconds``, how long one transaction keeps the others waiting.
    private static let batchLimit = 512
    /// After so long a transaction takes no further write: who wrote first does not wait for all who came later.
    private static let batchMilliseconds = 20
    /// When several groups write, a transaction ends after this time as soon as each of them has had a turn in it. So the many writes of one
    /// group do not delay the commit of the others.
    private static let turnMilliseconds = 5
    /// SQLite's `synchronous = NORMAL`: a commit is in the log, which is written to the disk before the next commit that waits for it.
    private static let normal = 1
    private let writer: any DatabaseWriter
    private let checkpoints: LogCheckpoints?
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// Waits for the disk, so that none of the threads has to that run Swift's tasks.
    private let thread = SerialThread(name: "herald.commits")
    private let state = Mutex(State())

    /// - Parameter checkpoints: Take over from the writer's own. Defaults to those.
    package init(
        _ writer: any DatabaseWriter, checkpoints: LogCheckpoints? = nil, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.writer = writer
        self.checkpoints = checkpoints
        if let checkpoints { writer.writeWithoutTransaction { db in checkpoints.begin(on: db) } }
        self.clock = clock
    }

    package var counters: Counters {
        state.withLock { state in
            var counters = state.counters
            counters.waiting = state.waiting.count
            return counters
        }
    }

    /// - Parameters:
    ///   - lane: whose write it is.
    ///   - group: with whom the lane shares its turns.
    ///   - durability: what the write survives. Defaults to the loss of power.
    package func write<T: Sendable>(
        lane: String = "", group: String = "", durability: Durability = .power, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let slot = Slot<T>()
        try await withCheckedThrowingContinuation { done in
            enqueue(Job(group: group, durability: durability, run: { db in slot.fill(try body(db)) }, done: done), lane: lane)
        }
        return try slot.take()
    }

    /// Returns when no write waits or runs.
    package func idle() async {
        await withCheckedContinuation { waiter in
            let isIdle = state.withLock { state in
                if state.isRunning { state.idleWaiters.append(waiter) }
                return !state.isRunning
            }
            if isIdle { waiter.resume() }
        }
    }

    /// Waits for the writes that wait. Afterwards the writer may be closed.
    package func end() async {
        await idle()
        if let checkpoints { _ = try? await writer.writeWithoutTransaction { db in checkpoints.end(on: db) } }
    }

    private func enqueue(_ job: Job, lane: String) {
        let starts = state.withLock { state in
            state.waiting.append(job, lane: lane, group: job.group)
            if job.durability == .power { state.waitingForDisk += 1 }
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { thread.run { self.run() } }
    }

    private func run() {
        while let batch = nextBatch() {
            let outcomes = writer.writeWithoutTransaction { db in commit(batch, in: db) }
            state.withLock { state in
                state.counters.writes += outcomes.count
                state.counters.commits += 1
            }
            for (job, result) in outcomes { job.done.resume(with: result) }
        }
    }

    /// The writes that may share the next transaction.
    private struct Batch {
        /// The number of writes: those that wait now.
        let size: Int
        /// False when none of them waits for the disk. Then no write joins that does.
        let waitsForDisk: Bool
    }

    private func nextBatch() -> Batch? {
        let (batch, idleWaiters) = state.withLock { state -> (Batch?, [CheckedContinuation<Void, Never>]) in
            guard state.waiting.count == 0 else {
                return (Batch(size: min(state.waiting.count, Self.batchLimit), waitsForDisk: state.waitingForDisk > 0), [])
            }
            state.isRunning = false
            defer { state.idleWaiters = [] }
            return (nil, state.idleWaiters)
        }
        for waiter in idleWaiters { waiter.resume() }
        return batch
    }

    private func goesOn(until end: ContinuousClock.Instant, _ turn: ContinuousClock.Instant, _ served: Set<String>) -> Bool {
        let now = clock()
        guard now >= turn, served.count > 1 else { return now < end }
        return now < end && state.withLock { $0.waiting.nextGroup() }.map { !served.contains($0) } ?? false
    }

    private func take(for batch: Batch) -> Job? {
        state.withLock { state in
            guard batch.waitsForDisk || state.waitingForDisk == 0, let job = state.waiting.next() else { return nil }
            if job.durability == .power { state.waitingForDisk -= 1 }
            return job
        }
    }

    /// SQLite takes the level outside of transactions only.
    private func setWaiting(_ waits: Bool, on db: Database) throws {
        let (known, isRelaxed) = state.withLock { ($0.fullLevel, $0.isRelaxed) }
        guard waits == isRelaxed else { return }
        let level = try known ?? Int.fetchOne(db, sql: "PRAGMA synchronous") ?? Self.normal
        guard level > Self.normal else { return }
        try db.execute(sql: "PRAGMA synchronous = \(waits ? level : Self.normal)")
        state.withLock { ($0.fullLevel, $0.isRelaxed) = (level, !waits) }
    }

    private func commit(_ batch: Batch, in db: Database) -> [Outcome] {
        let size = batch.size
        var outcomes: [Outcome] = []
        outcomes.reserveCapacity(size)
        let start = clock()
        let end = start.advanced(by: .milliseconds(Self.batchMilliseconds)), turn = start.advanced(by: .milliseconds(Self.turnMilliseconds))
        var served: Set<String> = []
        do {
            try setWaiting(batch.waitsForDisk, on: db)
            try db.inTransaction(.immediate) {
                repeat {
                    guard let job = take(for: batch) else { break }
                    outcomes.append((job, .success(())))
                    served.insert(job.group)
                    // Alone it needs no savepoint: undoing it is undoing the transaction.
                    if size == 1 {
                        try job.run(db)
                        break
                    }
                    do {
                        try db.inSavepoint {
                            try job.run(db)
                            return .commit
                        }
                    } catch {
                        // SQLite ends the whole transaction on a full disk or an I/O error; then nobody's write is kept.
                        guard db.isInsideTransaction else { throw error }
                        outcomes[outcomes.count - 1].result = .failure(error)
                    }
                } while outcomes.count < size && goesOn(until: end, turn, served)
                return .commit
            }
            return outcomes
        } catch {
            // Where the transaction did not even begin, the writes that wait for it hear of it.
            if outcomes.isEmpty { outcomes = (0..<size).compactMap { _ in take(for: batch) }.map { ($0, .success(())) } }
            return outcomes.map { ($0.job, .failure(error)) }
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
