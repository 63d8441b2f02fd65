import Synchronization

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let milliseconds: Mutex<Int64>

    init(_ start: Int64 = 1_700_000_000_123) { milliseconds = Mutex(start) }

    func advance(by milliseconds: Int64) { self.milliseconds.withLock { $0 += milliseconds } }

    var read: @Sendable () -> Int64 { { self.milliseconds.withLock { $0 } } }
}
