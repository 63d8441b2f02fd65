import Foundation

/// Gives that many random bytes.
public typealias DappRandom = @Sendable (_ count: Int) -> [UInt8]

/// What a session takes from the world around it, so that tests can give it another one.
public struct DappEnvironment: Sendable {
    /// Measures time-outs.
    public var clock: any Clock<Duration>
    /// Draws request ids.
    public var random: DappRandom
    /// Dates the expiry of QR requests.
    public var now: @Sendable () -> Date

    /// The system's clocks and random numbers, which are the default.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), random: @escaping DappRandom = DappEnvironment.systemRandom,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.clock = clock
        self.random = random
        self.now = now
    }

    /// Bytes of the system's cryptographic generator.
    public static let systemRandom: DappRandom = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<max(count, 0)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
