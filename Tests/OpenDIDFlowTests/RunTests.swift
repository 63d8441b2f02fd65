import OpenDIDServices
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDWallet

@Suite("Runs as an observer sees them")
struct RunTests {
    final class Witness: FlowObserver {
        let seen = Mutex<[FlowExchange]>([])

        func exchanged(_ exchange: FlowExchange) { seen.withLock { $0.append(exchange) } }
    }

    @Test("an observer sees the names of each call's server and endpoint, and nothing else")
    func observer() async throws {
        try await FlowWorld.run { world in
            let witness = Witness()
            let wallet = try await world.newWallet(at: .memory, observer: witness)
            try await FlowWorld.register(wallet)
            let seen = witness.seen.withLock { $0 }
            let names = seen.map { String($0.path.split(separator: "/").last ?? "") }
            #expect(names.contains("request-sign-wallet") && names.contains("confirm-register-user"))
            #expect(seen.allSatisfy { $0.role != nil && $0.status == 200 })
            let token = try #require(seen.first { $0.path.hasSuffix("request-create-token") })
            #expect(token.role == .tas)
            #expect(token.sent == ["id", "seed", "txId"])
            #expect(Set(token.received) == ["encStd", "iv", "txId"])
        }
    }

    @Test("a run that is cancelled ends with a typed error and leaves nothing behind")
    func cancelled() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let wallet = world.wallet
            let run = FlowRun { progress in
                try await wallet.issueCredential(
                    planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock, progress: progress)
            }
            for await step in run.steps where step.rawValue == "request-ecdh" { run.cancel() }
            let error = await #expect(throws: WalletError.self) { _ = try await run.value }
            #expect(error?.code == .cancelled)
            try await world.wallet.resume()
            #expect(try await world.vault.journalEntries().isEmpty)
            try await world.issue()
        }
    }

    @Test("runs of one wallet take turns, and several wallets go side by side")
    func turns() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await world.issue() } }
                for _ in 0..<3 {
                    let other = try await world.newWallet(at: .memory)
                    group.addTask { try await FlowWorld.register(other) }
                }
                try await group.waitForAll()
            }
            #expect(try await world.vault.credentials().count == 1)
        }
    }

    @Test("exactly the user's choice is shown, and refusing shows nothing")
    func choice() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            var offer = try await world.verifyOffer()
            let extra = "\(FlowSeeds.namespace).birth_date"
            let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock) {
                request in
                #expect(request.verifier.did == "did:omn:verifier")
                #expect(request.entries.first?.requiredClaims == FlowSeeds.required)
                var choice = try request.leastDisclosure()
                if let id = request.entries.first?.candidates.first?.id { choice.add(id, showing: .codes([extra])) }
                return choice
            }
            #expect(shown.presentation.verifiableCredential.first?.claimCodes.contains(extra) == true)
            offer = try await world.verifyOffer()
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock) { _ in
                    throw CancellationError()
                }
            }
            #expect(error?.code == .cancelled)
            let less = await #expect(throws: WalletError.self) {
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock) { _ in
                    PresentationChoice()
                }
            }
            #expect(less?.code == .noCredential)
        }
    }

    @Test("offers that are expired, locked, of another kind or in proxy mode are refused before anything is sent")
    func offers() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let count = world.transport.calls.count
            let refused = [
                VerifyOfferPayload(offerId: "o", type: .VerifyOffer, mode: .Direct, validUntil: "2020-01-01T00:00:00Z"),
                VerifyOfferPayload(offerId: "o", type: .VerifyOffer, mode: .Direct, locked: true),
                VerifyOfferPayload(offerId: "o", type: .IssueOffer, mode: .Direct),
                VerifyOfferPayload(offerId: "o", type: .VerifyOffer, mode: .Proxy),
                VerifyOfferPayload(offerId: nil, type: .VerifyOffer, mode: .Direct),
                VerifyOfferPayload(
                    offerId: "o", type: .VerifyOffer, mode: .Direct, endpoints: ["http://evil.example/verifier"]),
            ]
            for offer in refused {
                let error = await #expect(throws: WalletError.self) {
                    try await world.wallet.present(offer, unlock: FlowWorld.unlock)
                }
                #expect(error?.code == .offer)
            }
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.restore(
                    RestoreDidOfferPayload(offerId: "o", did: "did:omn:somebody"), unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .didMismatch)
            #expect(world.transport.calls.count == count)
        }
    }
}
