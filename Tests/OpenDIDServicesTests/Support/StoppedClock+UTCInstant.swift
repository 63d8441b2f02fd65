import OpenDID_DataModel
import TestSupport

extension StoppedClock where Instant == UTCInstant {
    func advance(by seconds: Int64) { move { $0.adding(seconds: seconds) } }
}
