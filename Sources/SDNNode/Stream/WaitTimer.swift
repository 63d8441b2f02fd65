import HeraldLocks
import Synchronization

/// Ends waits at their deadlines, with one task for all of them. Thousands of polls may wait, and a task for each would take more memory and one more
/// turn of the executor for each poll that is woken.
final class WaitTimer: Sendable {
    private struct State {
        /// The waits by the tick at which they end.
        var waits: [Int64: [ObjectIdentifier: Waiter<Void>]] = [:]
        /// The tick until which the task sleeps; the largest number if no task sleeps.
        var next = Int64.max
        var task: Task<Void, Never>?
    }

    static let shared = WaitTimer()
    /// A wait ends at the first tick at its deadline or after it, and after 1,000,000,000 ticks at the latest.
    private static let tick = Duration.milliseconds(5)

    private let origin = ContinuousClock.now
    private let state = Mutex(State())

    /// Resumes a waiter when a deadline has passed. Each call needs a call of ``remove(_:at:)``.
    /// - Returns: the tick at which the waiter is resumed.
    func add(_ waiter: Waiter<Void>, until deadline: ContinuousClock.Instant) -> Int64 {
        let tick = Int64(min(max(((deadline - origin) / Self.tick).rounded(.up), 0), 1e9))
        state.withLock { state in
            state.waits[tick, default: [:]][ObjectIdentifier(waiter)] = waiter
            if tick < state.next { sleep(until: tick, &state) }
        }
        return tick
    }

    func remove(_ waiter: Waiter<Void>, at tick: Int64) {
        state.withLock { state in
            state.waits[tick]?[ObjectIdentifier(waiter)] = nil
            if state.waits[tick]?.isEmpty == true { state.waits[tick] = nil }
        }
    }

    private func sleep(until tick: Int64, _ state: inout State) {
        state.task?.cancel()
        state.next = tick
        state.task = Task.detached { [self] in
            try? await Task.sleep(until: origin + Self.tick * tick, clock: .continuous)
            // An earlier deadline has cancelled the task, or the tick has come.
            if !Task.isCancelled { end(upTo: tick) }
        }
    }

    private func end(upTo tick: Int64) {
        let over = state.withLock { state -> [Waiter<Void>] in
            guard state.next == tick else { return [] }
            let ticks = state.waits.keys.filter { $0 <= tick }
            let over = ticks.flatMap { state.waits.removeValue(forKey: $0).map { Array($0.values) } ?? [] }
            (state.next, state.task) = (.max, nil)
            // Polls wait at most a minute, so there are at most some thousand ticks.
            if let first = state.waits.keys.min() { sleep(until: first, &state) }
            return over
        }
        for waiter in over { waiter.resume() }
    }
}
