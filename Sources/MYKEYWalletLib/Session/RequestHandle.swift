import Synchronization

/// A request that a session has accepted. It can be withdrawn.
public struct RequestHandle: Sendable {
    /// The id that matches the answer to the request. Empty when the request failed before the wallet was opened.
    public let callBackId: String
    let pending: PendingRequests

    /// Withdraws the request. It ends as cancelled, and a later answer is ignored. Does nothing when the request has already ended. The wallet
    /// is not told and may still act.
    public func cancel() { _ = pending.settle(callBackId, .withdrawn) }
}

/// Cancels a request that may not exist yet, because a task may be cancelled before, while or after it sends the request.
final class HandleBox: Sendable {
    private let state = Mutex<(handle: RequestHandle?, isCancelled: Bool)>((nil, false))

    func set(_ handle: RequestHandle) {
        let isCancelled = state.withLock { state in
            state.handle = handle
            return state.isCancelled
        }
        if isCancelled { handle.cancel() }
    }

    func cancel() {
        let handle = state.withLock { state in
            state.isCancelled = true
            return state.handle
        }
        handle?.cancel()
    }
}
