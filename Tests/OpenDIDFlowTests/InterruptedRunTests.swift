import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// Each binding call of each protocol is lost once, on the way there and on the way back.
@Suite("Interrupted runs")
struct InterruptedRunTests {
    static let faults: [FaultyTransport.Fault] = [.request, .answer]

    /// Loses a call, sees that nothing is settled, resumes with another wallet object over the same vault, and sees that the run is through.
    private func interrupt(
        _ world: FlowWorld, losing fault: FaultyTransport.Fault, of call: String,
        _ run: (OpenDIDWallet) async throws -> Void
    ) async throws {
        world.transport.lose(fault, of: call)
        let error = await #expect(throws: WalletError.self) { try await run(world.wallet) }
        #expect(error?.code == .transport)
        #expect(try await world.vault.journalEntries().count == 1)
        let before = world.transport.calls.last
        let ended = try await world.reopened().resume()
        #expect(ended.map(\.refusal) == [nil])
        #expect(try await world.vault.journalEntries().isEmpty)
        // Word for word: the transport saw the very same call again.
        #expect(world.transport.calls.filter { $0 == before }.count == 2)
    }

    @Test("wallet creation is completed after its registration call was lost", arguments: faults)
    func creation(_ fault: FaultyTransport.Fault) async throws {
        try await FlowWorld.run { world in
            try await interrupt(world, losing: fault, of: "request-register-wallet") { try await $0.create() }
            let device = try #require(try await world.vault.document(.device))
            #expect(try await world.status(of: device.id) == .activated)
        }
    }

    @Test(
        "M132 is completed after a binding call was lost", arguments: faults,
        ["request-register-user", "confirm-register-user"])
    func registration(_ fault: FaultyTransport.Fault, _ call: String) async throws {
        try await FlowWorld.run { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            try await interrupt(world, losing: fault, of: call) {
                try await $0.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            }
            #expect(try await world.vault.state() == .operation)
            try await world.issue()
        }
    }

    @Test(
        "M210 is completed after a binding call was lost, with the credential that was issued first", arguments: faults,
        ["request-issue-vc", "confirm-issue-vc"])
    func issuance(_ fault: FaultyTransport.Fault, _ call: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await interrupt(world, losing: fault, of: call) {
                try await $0.issueCredential(
                    planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
            }
            let stored = try await world.vault.credentials()
            #expect(stored.count == 1)
            let id = try #require(stored.first?.id)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }

    @Test(
        "M220 is completed after a binding call was lost", arguments: faults,
        ["request-revoke-vc", "confirm-revoke-vc"])
    func revocation(_ fault: FaultyTransport.Fault, _ call: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            try await interrupt(world, losing: fault, of: call) { try await $0.revoke(id, unlock: FlowWorld.unlock) }
            #expect(try await world.vault.credential(id) == nil)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .REVOKED)
        }
    }

    @Test(
        "M141 is completed after a binding call was lost", arguments: faults,
        ["request-update-diddoc", "confirm-update-diddoc"])
    func update(_ fault: FaultyTransport.Fault, _ call: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let newPin = SecretText("771904")
            try await interrupt(world, losing: fault, of: call) {
                try await $0.updateDocument(
                    DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(newPin))]),
                    unlock: FlowWorld.unlock)
            }
            #expect(try await world.vault.document(.holder)?.versionId == "2")
            try await world.wallet.issueCredential(
                planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: .pin(newPin))
        }
    }

    @Test(
        "M142 is completed after a binding call was lost", arguments: faults,
        ["request-restore-diddoc", "confirm-restore-diddoc"])
    func restoration(_ fault: FaultyTransport.Fault, _ call: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let did = try #require(try await world.vault.document(.holder)?.id)
            _ = try await world.post("/tas/api/v1/update-diddoc-deactivated", ["kycTxId": .string(FlowSeeds.user)])
            let pushed = try await world.post("/tas/api/v1/offer-restore-did/push", ["id": "1", "did": .string(did)])
            let offer = try OfferAnswer(jsonBytes: pushed.body)
            try await interrupt(world, losing: fault, of: call) {
                try await $0.restore(RestoreDidOfferPayload(offerId: offer.offerId, did: did), unlock: FlowWorld.unlock)
            }
            #expect(try await world.status(of: did) == .activated)
        }
    }

    private struct OfferAnswer: Jsonable { let offerId: String }

    @Test("a run that is interrupted before its binding call leaves the wallet as it was", arguments: faults)
    func early(_ fault: FaultyTransport.Fault) async throws {
        try await FlowWorld.run { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            world.transport.lose(fault, of: "request-create-token")
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            }
            #expect(error?.code == .transport)
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.vault.keyInfos(.holder, stage: .pending).isEmpty)
            #expect(try await world.vault.state() == .personalized)
            try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
        }
    }

    @Test("no other run begins while one waits to be resumed")
    func waiting() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            world.transport.lose(.answer, of: "confirm-issue-vc")
            await #expect(throws: WalletError.self) { try await world.issue() }
            let error = await #expect(throws: WalletError.self) { try await world.issue() }
            #expect(error?.code == .unfinished)
            try await world.wallet.resume()
            try await world.issue()
        }
    }
}
