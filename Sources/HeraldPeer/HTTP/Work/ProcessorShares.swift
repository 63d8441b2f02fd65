import DequeModule
import Foundation
import Synchronization

/// Divides the processors among addresses, so that hundreds of tasks of one address do not delay those of another.
///
/// Swift's thread pool runs tasks in order of arrival, with one thread per processor. Here the addresses take turns, and no address gets all
/// threads. The threads are separate from those of Swift's pool and of Dispatch, which other code needs.
package final class ProcessorShares: Sendable {
    private struct Piece: Sendable {
        let job: UnownedJob
        // The queue retains the executor, because a job does not retain its executor.
        let executor: AddressExecutor
    }

    /// The queue of an address. It is not a ``FairQueue``, because an address that already runs ``perAddress`` pieces has no turn.
    ///
    /// It is an object that executors refer to, so that no piece of work has to look up its address. `@unchecked Sendable`: the lock of
    /// ``ProcessorShares/state`` protects all variables.
    private final class Queue: @unchecked Sendable {
        var waiting = Deque<Piece>()
        var running = 0
        /// True when the queue is in ``State/turns``.
        var hasTurn = false
        /// The number of executors that refer to the queue.
        var executors = 0
    }

    private struct State {
        /// The queues that executors refer to.
        var queues: [String: Queue] = [:]
        /// The queues that have waiting work and may run more work, in the order of their turns.
        var turns = Deque<Queue>()
        /// The number of threads that run work or search for work.
        var awake = 0
        var started = 0
    }

    /// The number of pieces of work that run at once for one address. It is the number of processors, so that one address can use the whole
    /// machine when no other address has work.
    private let perAddress: Int
    /// The number of threads. It is higher than ``perAddress``, so that one address never has all of them.
    private let threads: Int
    private let state = Mutex(State())
    /// Each signal wakes one thread.
    private let calls = DispatchSemaphore(value: 0)

    /// The nice value of these threads. The database writer and the event loops have 0 and run before requests, because all requests wait for them. A
    /// thread that a request's thread starts inherits this value.
    private static let niceness: Int32 = 10

    /// The instance of this process. All its servers use it, because they run on one machine. The threads stay as long as the process.
    package static let shared = ProcessorShares()

    /// Creates an instance for a number of processors.
    /// - Parameter threads: the number of threads. It is for tests. Defaults to twice the number of processors, but at least two more than
    ///   the number of processors.
    init(processors: Int = ProcessInfo.processInfo.activeProcessorCount, threads: Int? = nil) {
        perAddress = max(processors, 1)
        self.threads = threads ?? perAddress + max(processors, 2)
    }

    /// Runs work on the threads for an address. Unstructured tasks that the work starts run elsewhere.
    package func run<T>(for key: String, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> T)
        async rethrows -> T
    {
        try await withTaskExecutorPreference(executor(for: key), operation: work)
    }

    /// Returns an executor of an address, for unstructured tasks. All executors of an address share its queue.
    package func executor(for key: String) -> any TaskExecutor {
        let queue = state.withLock { state in
            let queue = state.queues[key] ?? Queue()
            queue.executors += 1
            state.queues[key] = queue
            return queue
        }
        return AddressExecutor(key: key, queue: queue, shares: self)
    }

    /// True on the threads of all instances. They may block for a short time.
    package static var hasCurrentThread: Bool { CurrentQueue.isSet }

    /// True on one of the threads while no other of them has work. It is false if an address runs one piece at a time, because others of the same
    /// address may then wait for this thread.
    var hasOnlyCurrentThread: Bool {
        perAddress > 1 && Self.hasCurrentThread && state.withLock { $0.awake == 1 && $0.turns.isEmpty }
    }

    /// The number of threads that run work or search for work; for tests.
    var awake: Int { state.withLock(\.awake) }

    /// The number of addresses with executors; for tests.
    var addresses: Int { state.withLock(\.queues.count) }

    /// The number of pieces that wait for a thread.
    var waiting: Int { state.withLock { $0.queues.values.reduce(0) { $0 + $1.waiting.count } } }

    private func enqueue(_ piece: Piece) {
        // Most pieces end soon after they have started another one of their address. Their thread then takes that one, which is faster than waking a
        // second thread. A piece of another address never waits for the rest of this one.
        let isOwn = CurrentQueue.isCurrent(piece.executor.queue)
        let call = state.withLock { state -> Call? in
            piece.executor.queue.waiting.append(piece)
            offer(piece.executor.queue, in: &state)
            return isOwn ? nil : wake(in: &state)
        }
        if let call { make(call) }
    }

    /// A thread that has to be woken.
    private enum Call {
        case sleeping
        /// The thread has to be started first.
        case new
    }

    /// Decides if one more thread is needed.
    private func wake(in state: inout State) -> Call? {
        guard state.awake < threads, !state.turns.isEmpty else { return nil }
        state.awake += 1
        guard state.started < state.awake else { return .sleeping }
        state.started += 1
        return .new
    }

    private func make(_ call: Call) {
        if case .new = call { PoliteThread.start(name: "herald.requests", niceness: Self.niceness, work) }
        calls.signal()
    }

    /// Gives a queue a turn if it has work and may run more work now.
    private func offer(_ queue: Queue, in state: inout State) {
        guard !queue.hasTurn, !queue.waiting.isEmpty, queue.running < perAddress else { return }
        queue.hasTurn = true
        state.turns.append(queue)
    }

    private func work() {
        while true {
            calls.wait()
            var last: Queue?
            while let piece = next(after: last) {
                last = piece.executor.queue
                CurrentQueue.set(last)
                withExtendedLifetime(piece) { piece.job.runSynchronously(on: piece.executor.asUnownedTaskExecutor()) }
            }
        }
    }

    /// Returns the next piece, or `nil` when there is none and the thread should sleep. Wakes another thread if there are more pieces.
    private func next(after last: Queue?) -> Piece? {
        let (piece, call) = state.withLock { state -> (Piece?, Call?) in
            if let last {
                last.running -= 1
                offer(last, in: &state)
            }
            while let queue = state.turns.popFirst() {
                queue.hasTurn = false
                guard let piece = queue.waiting.popFirst() else { continue }
                queue.running += 1
                offer(queue, in: &state)
                return (piece, wake(in: &state))
            }
            state.awake -= 1
            return (nil, nil)
        }
        if let call { make(call) }
        return piece
    }

    /// Forgets the queue of an address with its last executor. Pieces retain their executors, so the queue is empty.
    private func release(_ key: String, _ queue: Queue) {
        state.withLock { state in
            queue.executors -= 1
            if queue.executors == 0 { state.queues[key] = nil }
        }
    }

    private final class AddressExecutor: TaskExecutor {
        let queue: Queue
        private let key: String
        private let shares: ProcessorShares

        init(key: String, queue: Queue, shares: ProcessorShares) {
            (self.key, self.queue, self.shares) = (key, queue, shares)
        }

        deinit { shares.release(key, queue) }

        func enqueue(_ job: consuming ExecutorJob) { shares.enqueue(Piece(job: UnownedJob(job), executor: self)) }
    }
}

/// The queue whose piece the calling thread runs. Only its identity is kept.
private enum CurrentQueue {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static func set(_ queue: AnyObject?) {
        pthread_setspecific(key, queue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }

    static func isCurrent(_ queue: AnyObject) -> Bool {
        pthread_getspecific(key) == Unmanaged.passUnretained(queue).toOpaque()
    }

    /// True on the threads of ``ProcessorShares``.
    static var isSet: Bool { pthread_getspecific(key) != nil }
}
