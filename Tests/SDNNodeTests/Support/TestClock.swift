import Synchronization

/// Clocks that stand still until a test moves them.
final class TestClock: Sendable {
    private let times: Mutex<(wall: Int64, monotonic: Int64)>

    init(_ start: Int64 = 1_700_000_000_123) { times = Mutex((start, 1)) }

    func advance(by milliseconds: Int64) {
        times.withLock { times in
            times.wall += milliseconds
            times.monotonic += milliseconds
        }
    }

    /// Sets the wall clock, which the monotonic one does not notice.
    func set(by milliseconds: Int64) { times.withLock { $0.wall += milliseconds } }

    var read: @Sendable () -> Int64 { { self.times.withLock(\.wall) } }
    var monotonic: @Sendable () -> Int64 { { self.times.withLock(\.monotonic) } }
}
