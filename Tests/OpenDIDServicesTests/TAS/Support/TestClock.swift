import OpenDID_DataModel
import Synchronization

/// A clock that stands until the test turns it.
final class TestClock: Sendable {
    private let value: Mutex<UTCInstant>

    init(_ now: UTCInstant) { value = Mutex(now) }

    var now: UTCInstant { value.withLock { $0 } }

    func advance(seconds: Int64) { advance(by: .seconds(seconds)) }
    func advance(by time: Duration) { value.withLock { $0 = $0 + time } }
}
