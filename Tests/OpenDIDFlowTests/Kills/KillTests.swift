import Foundation
import TestSupport
import Testing

/// Real processes, killed with SIGKILL between and in the middle of exchanges: the wallet's and the servers'.
@Suite("Killed wallets and servers", .serialized)
struct KillTests {
    /// The number of rounds, from the environment. Defaults to every protocol killed at every moment once, each side half of the time.
    private static var rounds: Int {
        ProcessInfo.processInfo.environment["HERALD_KILL_ROUNDS"].flatMap { Int($0) } ?? KillHarness.Plan.kinds / 2
    }
    private static var seed: UInt64 {
        ProcessInfo.processInfo.environment["HERALD_KILL_SEED"].flatMap { UInt64($0) } ?? 4
    }

    @Test(
        "a protocol whose wallet or servers were killed ends in the state before or after it, and nothing is lost",
        .timeLimit(.minutes(60)))
    func either() async throws {
        let harness = try await KillHarness()
        var chance = SeededGenerator(seed: Self.seed)
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
