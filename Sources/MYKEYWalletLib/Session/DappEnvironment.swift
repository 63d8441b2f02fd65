import Foundation
import HeraldKeys
import MYKEYWire

/// Returns the given number of random bytes.
public typealias DappRandom = @Sendable (_ count: Int) -> [UInt8]

/// The clocks and the source of random numbers of a session. Tests can replace them.
public struct DappEnvironment: Sendable {
    /// The clock with which timeouts are measured.
    public var clock: any Clock<Duration>
    /// The source of random numbers for request ids.
    public var random: DappRandom
    /// Returns the current time, with which the expiry of QR requests is calculated.
    public var now: @Sendable () -> UnixTime

    /// Creates an environment. Clocks and random numbers default to the system's.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), random: @escaping DappRandom = DappEnvironment.systemRandom,
        now: @escaping @Sendable () -> UnixTime = {
            UnixTime(seconds: Int64(Date().timeIntervalSince1970.rounded(.down)))
        }
    ) {
        self.clock = clock
        self.random = random
        self.now = now
    }

    /// Returns bytes from the system's cryptographic random number generator.
    public static let systemRandom: DappRandom = SystemRandom.bytes
}
