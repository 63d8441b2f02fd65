/// The system's random numbers as bytes. It is the default of all parameters for a source of random bytes.
package enum SystemRandom {
    /// Returns unpredictable bytes from the system's cryptographic random number generator.
    /// - Parameter count: the number of bytes, 0 or more.
    package static func bytes(_ count: Int) -> [UInt8] {
        precondition(count >= 0, "the number of random bytes is 0 or more")
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            // The generator asks the system for eight bytes at a time, so all eight are used.
            let word = generator.next()
            for shift in stride(from: UInt64(0), to: 64, by: 8).prefix(count - bytes.count) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return bytes
    }
}
