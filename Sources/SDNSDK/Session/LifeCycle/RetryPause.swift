import Synchronization

/// The wait between two tries, which may be cut short.
final class RetryPause: Sendable {
    private let current = Mutex<Task<Void, any Error>?>(nil)

    /// - Parameter isAsked: whether the node asked for the wait; then nobody cuts it short.
    /// - Returns: `false` when the waiting task was cancelled.
    func wait(_ duration: Duration, isAsked: Bool, _ clock: RetryClock) async -> Bool {
        let pause = Task { try await clock.sleep(duration) }
        if !isAsked { current.withLock { $0 = pause } }
        await withTaskCancellationHandler {
            _ = await pause.result
        } onCancel: {
            pause.cancel()
        }
        current.withLock { $0 = nil }
        return !Task.isCancelled
    }

    /// - Returns: whether anybody waited.
    func cutShort() -> Bool {
        guard let pause = current.withLock({ $0 }) else { return false }
        pause.cancel()
        return true
    }
}
