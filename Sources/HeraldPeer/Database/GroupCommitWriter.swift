import GRDB
import HeraldLocks

/// Combines all writes that wait at the same moment into one transaction, so that they wait for the disk only once.
///
/// A failed write is undone alone, as ``Undoing`` says. A write returns only after the COMMIT. Its ``Durability`` then holds. Foreign keys must
/// not be deferred, because a violation would then fail the commit that several writes share.
///
/// Writes wait in queues, for example one per account. The queues take turns, so a thousand writes of one account do not delay a single
/// write of another. Within a queue, writes keep their order. Queues belong to groups, for example one per address. The groups take turns,
/// and within a group its queues take turns.
package final class GroupCommitWriter: Sendable {
    /// Counts for tests and measurements.
    package struct Counters: Sendable {
        package init() {}

        package var writes = 0
        package var commits = 0
        /// The number of writes that wait now.
        package var waiting = 0
        /// Transactions that were undone because of one failed write. Their other writes ran again.
        package var repetitions = 0

        /// The counts as metrics.
        package var families: [MetricFamily] {
            [
                MetricFamily("herald_database_writes_total", .counter, "Writes that have ended.", writes),
                MetricFamily("herald_database_commits_total", .counter, "Transactions of the writer.", commits),
                MetricFamily("herald_database_writes_waiting", .gauge, "Writes that wait for the writer.", waiting),
            ]
        }
    }

    /// The kind of failure that a write survives after it has returned.
    package enum Durability: Sendable {
        /// The write survives the end of the process.
        case process
        /// The write also survives a power failure. It waits for the disk.
        case power
    }

    /// The way in which a failed write is undone without the others of its transaction.
    package enum Undoing: Sendable {
        /// Each write has a savepoint.
        case savepoints
        /// Writes have no savepoints. If a write fails after it has changed something, the transaction is rolled back, and the writes before it
        /// run again. A body must therefore give the same result if it runs twice; ``isRepetition`` is true the second time. A write that has
        /// failed never runs again.
        case repetition
    }

    private typealias Job = GroupedWrite
    private typealias Outcome = GroupedTransaction.Outcome

    /// True while a body runs a second time, because a later write of its transaction failed. What a body counts outside the database was counted
    /// the first time.
    @TaskLocal package static var isRepetition = false

    private struct State {
        var waiting = GroupedWriteQueues<Job>()
        /// The number of waiting writes that need a commit which waits for the disk.
        var waitingForDisk = 0
        var isRunning = false
        /// The connection's original `synchronous` level, as SQLite's number. `nil` before it was read.
        var fullLevel: Int?
        /// True while the connection commits without waiting for the disk.
        var isRelaxed = false
        /// The number of next transactions that have savepoints although writes can be repeated.
        var careful = 0
        var counters = Counters()
        var idleWaiters = WaiterQueue<Void>()
    }

    /// The largest number of writes in one transaction. Together with ``batchTime`` it limits how long other writes wait.
    private static let batchLimit = 512
    /// A transaction accepts no more writes after this time, so that the first writer does not wait for all later ones.
    private static let batchTime = Duration.milliseconds(20)
    /// When several groups write, a transaction ends after this time, as soon as each of these groups has had a turn in it. The many writes
    /// of one group then do not delay the commit of the others.
    private static let turnTime = Duration.milliseconds(5)
    /// The number of transactions that have savepoints after one had to be repeated. A user whose writes always fail could otherwise make every
    /// transaction run twice.
    private static let carefulTransactions = 64
    /// SQLite's number for `synchronous = NORMAL`. With this level, a commit is written to the log and does not wait for the disk. The next commit
    /// that waits also brings the earlier log to the disk.
    private static let normal = 1
    private let writer: any DatabaseWriter
    private let checkpoints: LogCheckpoints?
    private let undoing: Undoing
    private let shares: ProcessorShares
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// The thread that waits for the disk, so that none of the threads that run Swift's tasks has to.
    private let thread = SerialThread(name: "herald.commits")
    private let state = Mutex(State())

    /// Creates a writer for a database.
    /// - Parameters:
    ///   - checkpoints: copies the write-ahead log. Defaults to `nil`: the database connection then copies the log itself.
    ///   - undoing: the way in which a failed write is undone. Defaults to savepoints.
    ///   - shares: the threads of requests.
    package init(
        _ writer: any DatabaseWriter, checkpoints: LogCheckpoints? = nil, undoing: Undoing = .savepoints,
        shares: ProcessorShares = .shared, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.writer = writer
        self.checkpoints = checkpoints
        self.undoing = undoing
        self.shares = shares
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

    /// Runs a write and returns when it has been committed.
    /// - Parameters:
    ///   - queue: the queue in which the write waits, for example an account.
    ///   - group: the group that the queue belongs to.
    ///   - durability: the failure that the write survives. Defaults to a power failure.
    ///   - isShort: true if the write usually takes less than a millisecond. Without other requests, it then runs on the thread of its request,
    ///     which yields to other threads. Other writes wait for it. Defaults to `false`.
    /// - Throws: the errors of `body` and of SQLite, and ``NotRun`` if the database was closed first.
    package func write<T: Sendable>(
        queue: String = "", group: String = "", durability: Durability = .power, isShort: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        let slot = Slot<T>()
        try await withCheckedThrowingContinuation { done in
            enqueue(
                Job(
                    group: group, durability: durability, isShort: isShort, run: { db in slot.fill(try body(db)) },
                    done: done), queue: queue)
        }
        return try slot.take()
    }

    /// Returns when no write waits or runs.
    package func idle() async {
        let waiter = state.withLock { $0.isRunning ? $0.idleWaiters.add() : nil }
        await waiter?.wait()
    }

    /// Returns when all waiting writes are done. The writer may be closed afterwards.
    package func end() async {
        await idle()
        if let checkpoints { _ = try? await writer.writeWithoutTransaction { db in checkpoints.end(on: db) } }
    }

    private func enqueue(_ job: Job, queue: String) {
        let starts = state.withLock { state in
            state.waiting.append(job, queue: queue, group: job.group)
            if job.durability == .power { state.waitingForDisk += 1 }
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard starts else { return }
        // Without other requests, the thread of this one writes. Waking the writer's thread, and then the request's again, takes a good part of the time of
        // a short write. The writer's thread does what has arrived meanwhile, because it runs before requests.
        if job.isShort, shares.hasOnlyCurrentThread {
            runNext()
            guard nextBatch() != nil else { return }
        }
        thread.run { self.run() }
    }

    private func run() { while runNext() {} }

    /// Runs the next transaction.
    /// - Returns: false if no write waits.
    @discardableResult
    private func runNext() -> Bool {
        guard let batch = nextBatch() else { return false }
        let outcomes = writer.writeWithoutTransaction { db in commit(batch, in: db) }
        state.withLock { state in
            state.counters.writes += outcomes.count
            state.counters.commits += 1
        }
        for (job, result) in outcomes { job.done.resume(with: result) }
        return true
    }

    /// The writes that may share the next transaction.
    private struct Batch {
        /// The number of writes: all that are waiting now, but at most ``batchLimit``.
        let size: Int
        /// True if one of the writes waits for the disk. If this is false, no write that waits for the disk joins the transaction.
        let waitsForDisk: Bool
    }

    private func nextBatch() -> Batch? {
        let (batch, idleWaiters) = state.withLock { state -> (Batch?, [Waiter<Void>]) in
            guard state.waiting.count == 0 else {
                return (
                    Batch(size: min(state.waiting.count, Self.batchLimit), waitsForDisk: state.waitingForDisk > 0), []
                )
            }
            state.isRunning = false
            return (nil, state.idleWaiters.popAll())
        }
        for waiter in idleWaiters { waiter.resume() }
        return batch
    }

    private func goesOn(until end: ContinuousClock.Instant, _ turn: ContinuousClock.Instant, _ served: Set<String>)
        -> Bool
    {
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

    /// Makes commits wait for the disk, or makes them not wait. SQLite allows this change only outside transactions.
    private func setWaiting(_ waits: Bool, on db: Database) throws {
        let (known, isRelaxed) = state.withLock { ($0.fullLevel, $0.isRelaxed) }
        guard waits == isRelaxed else { return }
        let level = try known ?? db.synchronousLevel() ?? Self.normal
        guard level > Self.normal else { return }
        try db.setSynchronousLevel(waits ? level : Self.normal)
        state.withLock { ($0.fullLevel, $0.isRelaxed) = (level, !waits) }
    }

    /// True if the writes of the next transaction need savepoints. A single write needs none, because undoing the transaction undoes it.
    private func savesEach(of size: Int) -> Bool {
        guard size > 1 else { return false }
        guard undoing == .repetition else { return true }
        return state.withLock { state in
            guard state.careful > 0 else { return false }
            state.careful -= 1
            return true
        }
    }

    private func commit(_ batch: Batch, in db: Database) -> [Outcome] {
        let size = batch.size
        var transaction = GroupedTransaction(db, size: size, savesEach: savesEach(of: size))
        let start = clock()
        let end = start.advanced(by: Self.batchTime),
            turn = start.advanced(by: Self.turnTime)
        var served: Set<String> = []
        do {
            try setWaiting(batch.waitsForDisk, on: db)
            try db.inCachedTransaction {
                repeat {
                    guard let job = take(for: batch) else { break }
                    served.insert(job.group)
                    try transaction.run(job)
                } while transaction.outcomes.count < size && goesOn(until: end, turn, served)
            }
            return transaction.outcomes
        } catch is GroupedTransaction.Undone {
            state.withLock { state in
                guard size > 1 else { return }
                state.careful = Self.carefulTransactions
                state.counters.repetitions += 1
            }
            return transaction.repeated()
        } catch {
            // If the transaction could not begin, the writes that wait for it fail.
            guard !transaction.outcomes.isEmpty else {
                return (0..<size).compactMap { _ in take(for: batch) }.map { ($0, .failure(error)) }
            }
            return transaction.failed(with: error)
        }
    }

    /// The error of a write that did not run because the database was closed first.
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
