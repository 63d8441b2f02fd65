import SDNWire
import Synchronization
@testable import SDNNode

/// Clocks that stand still until a test moves them.
final class TestClock: Sendable {
    private let times: Mutex<(wall: Timestamp, monotonic: ContinuousClock.Instant)>

    init(_ start: Timestamp = Timestamp(milliseconds: 1_700_000_000_123)) { times = Mutex((start, .now)) }

    func advance(by duration: Duration) {
        times.withLock { times in
            times.wall = times.wall + duration
            times.monotonic += duration
        }
    }

    /// Sets the wall clock, which the monotonic one does not notice.
    func set(by duration: Duration) { times.withLock { $0.wall = $0.wall + duration } }

    var read: @Sendable () -> Timestamp { { self.times.withLock(\.wall) } }
    var monotonic: @Sendable () -> ContinuousClock.Instant { { self.times.withLock(\.monotonic) } }
}
