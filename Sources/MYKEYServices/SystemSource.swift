import Foundation

/// The clock and the randomness of the system, which the services use unless they are given others.
public enum SystemSource {
    /// Seconds since 1970.
    public static let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }

    /// That many bytes nobody can guess.
    public static let random: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<max(0, count)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
