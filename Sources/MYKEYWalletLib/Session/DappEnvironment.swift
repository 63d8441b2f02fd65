import Foundation

/// Returns the given number of random bytes.
public typealias DappRandom = @Sendable (_ count: Int) -> [UInt8]

/// The clocks and random numbers of a session, which tests can replace.
public struct DappEnvironment: Sendable {
    /// The clock for timeouts.
    public var clock: any Clock<Duration>
    /// The source of request ids.
    public var random: DappRandom
    /// Returns the current time, for the expiry of QR requests.
    public var now: @Sendable () -> Date

    /// Creates an environment. Clocks and random numbers default to the system's.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), random: @escaping DappRandom = DappEnvironment.systemRandom,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.clock = clock
        self.random = random
        self.now = now
    }

    /// Returns bytes of the system's cryptographic random number generator.
    public static let systemRandom: DappRandom = { count in
        precondition(count >= 0, "the number of random bytes is 0 or more")
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
