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
    private struct Queue {
        var waiting = Deque<Piece>()
        var running = 0
        /// True when the address is in ``State/turns``.
        var hasTurn = false
    }

    private struct State {
        var queues: [String: Queue] = [:]
        /// The addresses that have waiting work and may run more work, in the order of their turns.
        var turns = Deque<String>()
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

    /// Returns the executor of an address, for unstructured tasks.
    package func executor(for key: String) -> any TaskExecutor { AddressExecutor(key: key, shares: self) }

    /// The number of addresses with work; for tests.
    var addresses: Int { state.withLock(\.queues.count) }

    /// The number of pieces that wait for a thread.
    var waiting: Int { state.withLock { $0.queues.values.reduce(0) { $0 + $1.waiting.count } } }

    private func enqueue(_ piece: Piece) {
        let (calls, starts) = state.withLock { state -> (Bool, Bool) in
            let key = piece.executor.key
            state.queues[key, default: Queue()].waiting.append(piece)
            offer(key, in: &state)
            guard state.awake < threads, !state.turns.isEmpty else { return (false, false) }
            state.awake += 1
            guard state.started < state.awake else { return (true, false) }
            state.started += 1
            return (true, true)
        }
        if starts { PoliteThread.start(name: "herald.requests", niceness: Self.niceness, work) }
        if calls { self.calls.signal() }
    }

    /// Gives an address a turn if it has work and may run more work now.
    private func offer(_ key: String, in state: inout State) {
        guard var queue = state.queues[key], !queue.hasTurn, !queue.waiting.isEmpty, queue.running < perAddress else {
            return
        }
        queue.hasTurn = true
        state.queues[key] = queue
        state.turns.append(key)
    }

    private func work() {
        while true {
            calls.wait()
            var last: String?
            while let piece = next(after: last) {
                last = piece.executor.key
                withExtendedLifetime(piece) { piece.job.runSynchronously(on: piece.executor.asUnownedTaskExecutor()) }
            }
        }
    }

    /// Returns the next piece, or `nil` when there is none and the thread should sleep.
    private func next(after last: String?) -> Piece? {
        state.withLock { state in
            if let last {
                state.queues[last]?.running -= 1
                offer(last, in: &state)
                if let queue = state.queues[last], queue.running == 0, queue.waiting.isEmpty {
                    state.queues[last] = nil
                }
            }
            while let key = state.turns.popFirst() {
                guard let piece = state.queues[key]?.waiting.popFirst() else { continue }
                state.queues[key]?.hasTurn = false
                state.queues[key]?.running += 1
                offer(key, in: &state)
                return piece
            }
            state.awake -= 1
            return nil
        }
    }

    private final class AddressExecutor: TaskExecutor {
        let key: String
        private let shares: ProcessorShares

        init(key: String, shares: ProcessorShares) {
            self.key = key
            self.shares = shares
        }

        func enqueue(_ job: consuming ExecutorJob) { shares.enqueue(Piece(job: UnownedJob(job), executor: self)) }
    }
}
