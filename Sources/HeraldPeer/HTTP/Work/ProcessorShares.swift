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
        /// The number of executors of the address. Waiting and running work retains its executor.
        var executors = 0
    }

    private struct State {
        /// The queues by number. An executor knows the number of its queue, because a search for the address would take longer than the rest.
        var queues: [Queue] = []
        var unused: [Int] = []
        var numbers: [String: Int] = [:]
        /// The addresses that have waiting work and may run more work, in the order of their turns.
        var turns = Deque<Int>()
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
    package func executor(for key: String) -> any TaskExecutor {
        let number = state.withLock { state in
            let number = state.numbers[key] ?? state.unused.popLast() ?? state.queues.count
            if number == state.queues.count { state.queues.append(Queue()) }
            state.numbers[key] = number
            state.queues[number].executors += 1
            return number
        }
        return AddressExecutor(key: key, number: number, shares: self)
    }

    /// Forgets the address of the last executor.
    private func end(_ key: String, _ number: Int) {
        state.withLock { state in
            state.queues[number].executors -= 1
            guard state.queues[number].executors == 0 else { return }
            state.numbers[key] = nil
            state.unused.append(number)
        }
    }

    /// The number of addresses with executors; for tests.
    var addresses: Int { state.withLock(\.numbers.count) }

    /// The number of pieces that wait for a thread.
    var waiting: Int { state.withLock { $0.queues.reduce(0) { $0 + $1.waiting.count } } }

    private func enqueue(_ piece: Piece) {
        let (calls, starts) = state.withLock { state -> (Bool, Bool) in
            let number = piece.executor.number
            state.queues[number].waiting.append(piece)
            Self.offer(number, perAddress, in: &state)
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
    private static func offer(_ number: Int, _ perAddress: Int, in state: inout State) {
        guard !state.queues[number].hasTurn, !state.queues[number].waiting.isEmpty,
            state.queues[number].running < perAddress
        else { return }
        state.queues[number].hasTurn = true
        state.turns.append(number)
    }

    private func work() {
        while true {
            calls.wait()
            // The last piece retains its executor, and with it the number of the queue, until its end has been recorded.
            var last: Piece?
            while let piece = next(after: last) {
                last = piece
                piece.job.runSynchronously(on: piece.executor.asUnownedTaskExecutor())
            }
        }
    }

    /// Returns the next piece, or `nil` when there is none and the thread should sleep.
    private func next(after last: Piece?) -> Piece? {
        state.withLock { state in
            if let number = last?.executor.number {
                state.queues[number].running -= 1
                Self.offer(number, perAddress, in: &state)
            }
            while let number = state.turns.popFirst() {
                state.queues[number].hasTurn = false
                guard let piece = state.queues[number].waiting.popFirst() else { continue }
                state.queues[number].running += 1
                Self.offer(number, perAddress, in: &state)
                return piece
            }
            state.awake -= 1
            return nil
        }
    }

    private final class AddressExecutor: TaskExecutor {
        let number: Int
        private let key: String
        private let shares: ProcessorShares

        init(key: String, number: Int, shares: ProcessorShares) {
            self.key = key
            self.number = number
            self.shares = shares
        }

        deinit { shares.end(key, number) }

        func enqueue(_ job: consuming ExecutorJob) { shares.enqueue(Piece(job: UnownedJob(job), executor: self)) }
    }
}
