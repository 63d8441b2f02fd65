import SDNSDK
import Synchronization

/// Stores all events that a session receives by sync, and lets steps wait for an event.
final class Inbox: Sendable {
    private struct Waiter {
        let condition: @Sendable ([MXEvent]) -> Bool
        let done: CheckedContinuation<Bool, Never>
    }
    private struct State {
        var events: [MXEvent] = []
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }
    private let state = Mutex(State())

    /// The longest time that a step waits. A peer on the same machine that has not answered by then will not answer.
    private static let timeout = Duration.seconds(30)

    func follow(_ session: MXSession) {
        _ = session.listenToEvents { [weak self] event, _, _ in self?.add(event) }
    }

    var events: [MXEvent] { state.withLock { $0.events } }

    /// Waits until a condition is true for the received events.
    /// - Throws: ``DemoError`` that names what did not arrive.
    func wait(for what: String, _ condition: @escaping @Sendable ([MXEvent]) -> Bool) async throws {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let watchdog = Task {
            try await Task.sleep(for: Self.timeout)
            finish(id, false)
        }
        let arrived = await withCheckedContinuation { done in
            let isThere = state.withLock { state in
                if condition(state.events) { return true }
                state.waiters[id] = Waiter(condition: condition, done: done)
                return false
            }
            if isThere { done.resume(returning: true) }
        }
        watchdog.cancel()
        if !arrived { throw DemoError("\(what) did not arrive") }
    }

    func add(_ event: MXEvent) {
        let ready = state.withLock { state in
            state.events.append(event)
            let events = state.events
            let ready = state.waiters.filter { $0.value.condition(events) }
            for id in ready.keys { state.waiters[id] = nil }
            return ready.values.map(\.done)
        }
        for done in ready { done.resume(returning: true) }
    }

    private func finish(_ id: Int, _ arrived: Bool) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?.done.resume(returning: arrived)
    }
}
