import Synchronization

/// The task of a request. It is the one that reads the body and then, if the request waits for news, the one that waits.
final class RunningRequest: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false, goesOn = false
    }

    private let state = Mutex(State())
    /// The phase in which the request may be cancelled; `nil` if it may be at any time.
    let phase: BodyPhase?

    init(phase: BodyPhase?) { self.phase = phase }

    /// Sets the task that begins the request. It may already have set the one that continues it.
    func begin(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            if !state.goesOn { state.task = task }
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Sets the task that continues the request. The first one ends without waiting for it, and is not kept, because it would keep its memory.
    func goOn(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            (state.task, state.goesOn) = (task, true)
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the request if its phase allows that.
    func cancel() { if phase?.end() ?? true { end() } }

    /// Cancels the request in every phase.
    func end() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Returns when the request has ended.
    func hasEnded() async {
        let task = state.withLock(\.task)
        await task?.value
        // The first task sets the second before it ends.
        if let next = state.withLock(\.task), next != task { await next.value }
    }
}

/// The request of a connection that has no answer yet. A server that stops waits for it even if the client has gone.
final class CurrentRequest: Sendable {
    private let request = Mutex<RunningRequest?>(nil)

    func set(_ new: RunningRequest?) { request.withLock { $0 = new } }

    /// True while there is such a request.
    var isUnderWay: Bool { request.withLock { $0 != nil } }

    func cancel() { request.withLock(\.self)?.cancel() }

    /// Returns when the request has ended.
    func hasEnded() async { await request.withLock(\.self)?.hasEnded() }
}

/// The phase of a request until its body has been read. Only in this phase may the request be cancelled.
final class BodyPhase: Sendable {
    private let hasEnded = Atomic(false)

    /// Ends the phase.
    /// - Returns: true for the first call. The cancellation and the end of the body both call this function, and only the first of them
    ///   counts.
    func end() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }
}
