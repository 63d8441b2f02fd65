import OpenDID_DataModel
import Synchronization

/// The time of wallets and servers, which stands still until it is told.
final class WorldClock: Sendable {
    private let moment = Mutex(UTCInstant(seconds: 1_790_000_000))

    var now: UTCInstant { moment.withLock { $0 } }

    func advance(by seconds: Int64) { moment.withLock { $0 = $0.advanced(by: .seconds(seconds)) } }
}
