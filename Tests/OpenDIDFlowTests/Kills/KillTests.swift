import Foundation
import Testing

/// Real processes, killed with SIGKILL between and in the middle of exchanges: the wallet's and the servers'.
@Suite("Either side killed", .serialized)
struct KillTests {
    /// How many rounds, from the environment. Defaults to every protocol killed at every moment once, each side half of the time.
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["HERALD_KILL_ROUNDS"].flatMap { Int($0) } ?? KillHarness.Plan.kinds / 2
    }
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["HERALD_KILL_SEED"].flatMap { UInt64($0) } ?? 4
    }

    @Test(
        "a protocol whose wallet or whose servers were killed ends as before or as after, and nothing is lost",
        .timeLimit(.minutes(60)))
    func either() async throws {
        let harness = try await KillHarness()
        var chance = SeededChance(state: Self.seed)
        do {
            for round in 0..<Self.rounds { try await harness.round(KillHarness.Plan(round: round, using: &chance)) }
        } catch {
            await harness.stop()
            throw error
        }
        let (kills, ends) = (await harness.kills, await harness.ends)
        await harness.stop()
        let count = kills.values.reduce(0, +)
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        print("kill rounds: \(Self.rounds), killed: \(count) (\(list(kills))), ended: \(list(ends))")
        #expect(count > Self.rounds / 2)
    }
}

/// SplitMix64: the same numbers for the same seed, on every platform.
private struct SeededChance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word &>> 31)
    }
}
