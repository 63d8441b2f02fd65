import OpenDID_DataModel
import TestSupport

extension StoppedClock where Instant == UTCInstant {
    func advance(by seconds: Int64) { advance(by: .seconds(seconds)) }
}
