import HeraldLocks
import SDNValues

/// A call that starts to sync and waits for the first response.
final class StartCall: Sendable {
    private let flag = Mutex(false)
    /// Fulfilled when the call returns.
    let end = OneShot<Void>()

    /// True when the task of the call was cancelled.
    var isCancelled: Bool { flag.withLock { $0 } }

    func cancel() { flag.withLock { $0 = true } }
}
