import OpenDIDServices
import OpenDID_DataModel
import Synchronization

/// A clock of servers that is ahead of everybody else's.
final class ServerClock: Sendable {
    private let ahead: Mutex<Int64>

    /// - Parameter ahead: by how many seconds.
    init(ahead: Int64 = 0) { self.ahead = Mutex(ahead) }

    var now: UTCInstant { ServicesConfiguration.systemTime().advanced(by: .seconds(ahead.withLock { $0 })) }

    func advance(by seconds: Int64) { ahead.withLock { $0 += seconds } }
}
