/// Runs pieces of asynchronous work one at a time, in the order of their arrival.
///
/// An actor would not be enough: it lets other work in while it awaits something.
package final class SerialGate: Sendable {
    /// The tasks that wait for their turn; `nil` while no work runs. A waiter receives true when its turn has come.
    private let state = Mutex<WaiterQueue<Bool>?>(nil)

    package init() {}

    /// The number of tasks that wait for their turn.
    var waitingCount: Int { state.withLock { $0?.count ?? 0 } }

    /// Runs `body` when all earlier work is done. If the task is cancelled while it waits, `body` still runs.
    package func run<T, Failure>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> T
    ) async throws(Failure) -> T {
        _ = await enter()?.wait()
        defer { leave() }
        return try await body()
    }

    /// Runs `body` when all earlier work is done. A task that is cancelled while it waits leaves the queue, and the others keep their order.
    /// - Throws: the error of `body`, or `CancellationError` when the task is cancelled before its turn. `body` has not run then.
    package func runUnlessCancelled<T>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> T
    ) async throws -> T {
        if let waiter = enter() {
            guard await waiter.wait(orWhenCancelled: false) else {
                state.withLock { waiting -> Void in waiting?.remove(waiter) }
                throw CancellationError()
            }
        }
        defer { leave() }
        return try await body()
    }

    /// Begins a turn, or joins the queue if work runs.
    /// - Returns: the waiter for the turn; `nil` if the turn has begun.
    private func enter() -> Waiter<Bool>? {
        state.withLock { waiting -> Waiter<Bool>? in
            guard waiting == nil else { return waiting?.add() }
            waiting = WaiterQueue()
            return nil
        }
    }

    /// Ends a turn, and begins that of the task that has waited longest and was not cancelled.
    private func leave() {
        while true {
            let next = state.withLock { waiting -> Waiter<Bool>? in
                let next = waiting?.popFirst()
                if next == nil { waiting = nil }
                return next
            }
            guard let next, !next.resume(returning: true) else { return }
        }
    }
}
