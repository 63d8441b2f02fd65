import HeraldLocks
import SDNValues

/// The wait between two attempts. It may be cut short.
final class RetryPause: Sendable {
    private let current = Mutex<Task<Void, any Error>?>(nil)

    /// Waits.
    /// - Parameter isAsked: true when the node asked for the wait. The wait is then not cut short.
    /// - Returns: false when the waiting task was cancelled.
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

    /// Ends the wait early.
    /// - Returns: true when there was a wait to end.
    func cutShort() -> Bool {
        guard let pause = current.withLock({ $0 }) else { return false }
        pause.cancel()
        return true
    }
}
