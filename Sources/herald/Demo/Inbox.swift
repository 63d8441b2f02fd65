import HeraldLocks
import SDNSDK

/// Stores all events that a session receives by sync, and lets steps wait for an event.
final class Inbox: Sendable {
    private struct Step {
        let condition: @Sendable ([MXEvent]) -> Bool
        /// Receives true when the condition is true, and false after the timeout.
        let waiter: Waiter<Bool>
    }
    private struct State {
        var events: [MXEvent] = []
        var steps: [Step] = []
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
        let waiter = Waiter<Bool>()
        state.withLock { state in
            if condition(state.events) {
                waiter.resume(returning: true)
            } else {
                state.steps.append(Step(condition: condition, waiter: waiter))
            }
        }
        let watchdog = Task {
            try await Task.sleep(for: Self.timeout)
            waiter.resume(returning: false)
        }
        let arrived = await waiter.wait()
        watchdog.cancel()
        guard !arrived else { return }
        state.withLock { $0.steps.removeAll { $0.waiter === waiter } }
        throw DemoError("\(what) did not arrive")
    }

    func add(_ event: MXEvent) {
        let ready = state.withLock { state -> [Waiter<Bool>] in
            state.events.append(event)
            let met = state.steps.map { $0.condition(state.events) }
            defer { state.steps = zip(state.steps, met).filter { !$0.1 }.map(\.0) }
            return zip(state.steps, met).filter(\.1).map(\.0.waiter)
        }
        for waiter in ready { waiter.resume(returning: true) }
    }
}
