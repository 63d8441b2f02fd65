/// Runs pieces of asynchronous work one at a time, in the order of their arrival.
///
/// An actor would not be enough: it lets other work in while it awaits something.
package final class SerialGate: Sendable {
    /// The tasks that wait for their turn; `nil` while no work runs.
    private let state = Mutex<WaiterQueue<Void>?>(nil)

    package init() {}

    /// Runs `body` when all earlier work is done. If the task is cancelled while it waits, `body` still runs.
    package func run<T, Failure>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> T
    ) async throws(Failure) -> T {
        let waiter = state.withLock { waiting -> Waiter<Void>? in
            guard waiting == nil else { return waiting?.add() }
            waiting = WaiterQueue()
            return nil
        }
        await waiter?.wait()
        defer { leave() }
        return try await body()
    }

    private func leave() {
        let next = state.withLock { waiting -> Waiter<Void>? in
            let next = waiting?.popFirst()
            if next == nil { waiting = nil }
            return next
        }
        next?.resume()
    }
}
