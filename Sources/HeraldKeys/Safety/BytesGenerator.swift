/// A generator of random numbers that takes its bytes from a given source, such as the random bytes of a test.
package struct BytesGenerator: RandomNumberGenerator {
    private let random: @Sendable (Int) -> [UInt8]

    /// Creates a generator.
    /// - Parameter random: returns the requested number of random bytes.
    package init(_ random: @escaping @Sendable (Int) -> [UInt8]) { self.random = random }

    package mutating func next() -> UInt64 { random(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
