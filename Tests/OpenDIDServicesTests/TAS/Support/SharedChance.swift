import Synchronization
import TestSupport

/// One sequence of numbers that a test's wallet and its services share.
final class SharedChance: Sendable {
    private let chance: Mutex<SeededGenerator>

    init(seed: UInt64) { chance = Mutex(SeededGenerator(seed: seed)) }

    func bytes(_ count: Int) -> [UInt8] { chance.withLock { $0.bytes(count) } }

    func with<Result: Sendable>(_ body: (inout SeededGenerator) -> Result) -> Result { chance.withLock { body(&$0) } }
}
