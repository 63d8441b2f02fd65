import Dispatch
import Foundation
import Synchronization

/// Shares the processors among addresses, so that the tasks of one that has hundreds under way do not stand before those of another.
///
/// Swift's own pool takes tasks in the order in which they come and has one thread for each processor. Here addresses take turns, and no
/// address has all of the threads.
package final class ProcessorShares: Sendable {
    private struct Piece: Sendable {
        let job: UnownedJob
        // A job does not keep its executor alive.
        let lane: Lane
    }

    private struct Queue {
        var waiting = FirstInLine<Piece>()
        var running = 0
        /// True when the address stands among ``State/turns``.
        var hasTurn = false
    }

    private struct State {
        var queues: [String: Queue] = [:]
        /// Addresses that have something to run and may.
        var turns = FirstInLine<String>()
        var threads = 0
    }

    /// How many pieces run at once for one address: as many as there are processors, so that one alone has the whole machine.
    private let perAddress: Int
    /// How many pieces run at once for all. The system shares the processors among them.
    private let inAll: Int
    private let threads = DispatchQueue(label: "herald.requests", attributes: .concurrent)
    private let state = Mutex(State())

    package init(processors: Int = ProcessInfo.processInfo.activeProcessorCount) {
        perAddress = max(processors, 1)
        inAll = perAddress + max(processors, 2)
    }

    /// Runs work with the share of an address. Tasks that the work begins and that are not its children run elsewhere.
    package func run<T>(for key: String, isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> T) async rethrows -> T {
        try await withTaskExecutorPreference(executor(for: key), operation: work)
    }

    /// The executor of an address, for tasks of their own.
    package func executor(for key: String) -> any TaskExecutor { Lane(key: key, shares: self) }

    /// How many addresses have something to run; for tests.
    var addresses: Int { state.withLock(\.queues.count) }

    private func enqueue(_ piece: Piece) {
        let begins = state.withLock { state -> Bool in
            let key = piece.lane.key
            state.queues[key, default: Queue()].waiting.append(piece)
            offer(key, in: &state)
            guard state.threads < inAll, !state.turns.isEmpty else { return false }
            state.threads += 1
            return true
        }
        if begins { threads.async { self.work() } }
    }

    /// Gives an address a turn when it has something to run and may.
    private func offer(_ key: String, in state: inout State) {
        guard var queue = state.queues[key], !queue.hasTurn, !queue.waiting.isEmpty, queue.running < perAddress else { return }
        queue.hasTurn = true
        state.queues[key] = queue
        state.turns.append(key)
    }

    private func work() {
        var last: String?
        while let piece = next(after: last) {
            last = piece.lane.key
            piece.job.runSynchronously(on: piece.lane.asUnownedTaskExecutor())
        }
    }

    /// Takes the next piece; `nil` when there is none, and the thread ends.
    private func next(after last: String?) -> Piece? {
        state.withLock { state in
            if let last {
                state.queues[last]?.running -= 1
                offer(last, in: &state)
                if let queue = state.queues[last], queue.running == 0, queue.waiting.isEmpty { state.queues[last] = nil }
            }
            while let key = state.turns.popFirst() {
                guard let piece = state.queues[key]?.waiting.popFirst() else { continue }
                state.queues[key]?.hasTurn = false
                state.queues[key]?.running += 1
                offer(key, in: &state)
                return piece
            }
            state.threads -= 1
            return nil
        }
    }

    private final class Lane: TaskExecutor {
        let key: String
        private let shares: ProcessorShares

        init(key: String, shares: ProcessorShares) {
            self.key = key
            self.shares = shares
        }

        func enqueue(_ job: consuming ExecutorJob) { shares.enqueue(Piece(job: UnownedJob(job), lane: self)) }
    }
}
