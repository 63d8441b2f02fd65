import Synchronization

/// SplitMix64: the same numbers for the same seed, on every platform.
struct TestChance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word &>> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }
}

/// The same numbers for whoever asks next; shared by a test's wallet and its services.
final class SharedChance: Sendable {
    private let chance: Mutex<TestChance>

    init(seed: UInt64) { chance = Mutex(TestChance(seed: seed)) }

    func bytes(_ count: Int) -> [UInt8] { chance.withLock { $0.bytes(count) } }

    func with<Result: Sendable>(_ body: (inout TestChance) -> Result) -> Result { chance.withLock { body(&$0) } }
}
