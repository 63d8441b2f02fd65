import Synchronization

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
