import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Servers that print local time as if it were UTC (OpenDID sheet 1.3): what they make seems to be of the future.
@Suite("Servers that print local time")
struct LocalTimeTests {
    @Test("servers in Korea register a wallet and issue to it, although everything from them is valid only in 9 hours")
    func korea() async throws {
        try await FlowWorld.run(clock: ServerClock(ahead: 9 * 3600)) { world in
            try await world.register()
            let first = try await world.issue()
            let second = try await world.issue()
            let kept = try #require(try await world.vault.credentials().first)
            #expect(kept.id == second && second != first)
            #expect(kept.credential.validity?.state(at: SystemSource.now()) == .notYetValid)
            #expect(try await world.wallet.trust.standing(ofCredential: second)?.status == .ACTIVE)
        }
    }

    @Test("a provider's certificate that starts later than allowed is refused")
    func toldLess() async throws {
        try await FlowWorld.run(clock: ServerClock(ahead: 9 * 3600)) { world in
            let anchors = TrustAnchors(tas: "did:omn:tas", earlyBy: .seconds(8 * 3_600))
            let wallet = try await world.newWallet(at: .memory, anchors: anchors)
            let error = await #expect(throws: WalletError.self) { try await FlowWorld.register(wallet) }
            #expect(error?.code == .certificate)
        }
    }
}
