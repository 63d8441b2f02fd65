import Foundation
import HeraldKeys
import OpenDID_DataModel

/// The system's clock and source of random numbers. They are the defaults of parameters for time and random bytes.
public enum SystemSource {
    /// Returns the time in UTC.
    public static func now() -> UTCInstant {
        let time = Date().timeIntervalSince1970
        let whole = time.rounded(.down)
        return UTCInstant(seconds: Int64(whole), nanoseconds: Int32((time - whole) * 1_000_000_000))
    }

    /// Returns unpredictable bytes.
    public static func random(_ count: Int) -> [UInt8] { SystemRandom.bytes(count) }
}
