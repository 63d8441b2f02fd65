import Foundation
import HeraldKeys
import MYKEYWire

/// The system's clock and random numbers, which the services use by default.
public enum SystemSource {
    /// Returns the current time.
    public static let now: @Sendable () -> UnixTime = { UnixTime(seconds: Int64(Date().timeIntervalSince1970)) }

    /// Returns the given number of unpredictable bytes.
    public static let random: @Sendable (Int) -> [UInt8] = SystemRandom.bytes
}
