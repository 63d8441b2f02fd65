import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// An attacker between wallet and servers alters one value of one answer: each value of each answer, one at a time.
@Suite("Answers that are altered on their way")
struct AlteredAnswerTests {
    /// The answers to these are asked for again when they do not hold: by then the issuer may have issued.
    private static let binding: Set<String> = ["request-issue-vc", "confirm-issue-vc"]

    @Test("M210: an altered answer never gives a credential that is not the issuer's, and no credential is lost")
    func issuance() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let count = world.transport.exchanges.count
            try await world.issue()
            let answers = try Self.answers(world.transport.exchanges.dropFirst(count))
            var altered = 0
            for (name, answer) in answers {
                for place in answer.leaves() where Self.binding.contains(name) {
                    world.transport.alter(name) { $0.altered(at: place) }
                    let id = try await world.issue()
                    #expect(try await world.vault.credentials().map(\.id) == [id], "\(name)\(place)")
                    #expect(try await world.vault.journalEntries().isEmpty, "\(name)\(place)")
                    altered += 1
                }
                let before = try await world.vault.credentials().map(\.id)
                for place in answer.leaves() where !Self.binding.contains(name) {
                    world.transport.alter(name) { $0.altered(at: place) }
                    let error = await #expect(throws: WalletError.self, "\(name)\(place)") { try await world.issue() }
                    #expect(error?.code != .transport, "\(name)\(place)")
                    #expect(try await world.vault.credentials().map(\.id) == before, "\(name)\(place)")
                    #expect(try await world.vault.journalEntries().isEmpty, "\(name)\(place)")
                    world.transport.alter(name, nil)
                    altered += 1
                }
            }
            #expect(altered > 60)
            try await world.issue()
        }
    }

    @Test("M310: an altered answer never leads to an accepted presentation")
    func presentation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            let count = world.transport.exchanges.count
            let offer = try await world.verifyOffer()
            try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            let answers = try Self.answers(world.transport.exchanges.dropFirst(count))
            for (name, answer) in answers {
                for place in answer.leaves() {
                    let offer = try await world.verifyOffer()
                    world.transport.alter(name) { $0.altered(at: place) }
                    await #expect(throws: WalletError.self, "\(name)\(place)") {
                        try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
                    }
                    world.transport.alter(name, nil)
                }
            }
        }
    }

    /// The answers of the protocol's own calls, in their order. What the gateway says has no signature: trust in it is trust in the root
    /// (OpenDID sheet 0), for which there are pinned keys.
    private static func answers(_ exchanges: some Sequence<FaultyTransport.Exchange>) throws -> [(
        name: String, answer: JSONValue
    )] {
        try exchanges.filter { $0.call.method == .post }.map {
            ($0.name, try JSONValue(parsing: $0.answer?.body ?? []))
        }
    }
}
