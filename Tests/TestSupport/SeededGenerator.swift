/// SplitMix64: the same seed gives the same numbers in every run and on every platform, so that a failing random test can be run again.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }

    /// Returns a number from 0 up to, but not including, the bound.
    package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    /// Returns one of the values, of which there has to be at least one.
    package mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// True once in the given number of calls, on average.
    package mutating func chance(oneIn count: Int) -> Bool { below(count) == 0 }

    /// True in the given number of calls of a hundred, on average.
    package mutating func chance(percent: Int) -> Bool { below(100) < percent }
}
