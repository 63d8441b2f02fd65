import HeraldLocks

/// A request that a session has accepted. With this value, the dapp can withdraw the request.
public struct RequestHandle: Sendable {
    /// The id by which the answer is assigned to the request. It is empty if the request failed before the wallet was opened.
    public let callBackId: String
    let pending: PendingRequests

    /// Withdraws the request. It ends as cancelled, and a later answer is ignored. If the request has already ended, nothing happens. The
    /// wallet does not learn of the withdrawal and may still act.
    public func cancel() { _ = pending.settle(callBackId, .withdrawn) }
}

/// Cancels a request that may not have been sent yet. This type is needed because a task can be cancelled before, while or after it sends
/// the request.
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
