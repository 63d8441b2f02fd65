import Foundation
import SDNNode
import SDNSDK
import Testing

@Suite("A session whose network fails three times out of four", .timeLimit(.minutes(10)))
struct FaultTests {
    /// Four of them make more than 5,000.
    private static let faults = 1_300

    /// `make kills` takes all four.
    private static let seeds: [UInt64] =
        ProcessInfo.processInfo.environment["HERALD_FAULT_SEEDS"] == nil ? [1, 2] : [1, 2, 3, 4]

    @Test(
        "the session ends with the node's data: every message once and in order, the same state, an empty outbox",
        arguments: seeds)
    func converges(seed: UInt64) async throws {
        let storm = try await Storm(wallets: 21)
        let transport = FaultyTransport(seed: seed, share: 0.75)
        let session = try await storm.session(over: transport)
        let said = try await storm.talk(session, seed: seed, fetches: false) { transport.faults >= Self.faults }
        transport.calm()
        try await storm.settle(session, said)
        try await storm.check(session, said)
        #expect(Set(transport.counts.keys) == Set(FaultyTransport.Fault.allCases))
        await session.close()
        try await storm.checkStore()
        await storm.node.stop()
    }
}
