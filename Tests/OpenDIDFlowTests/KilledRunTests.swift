import Foundation
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// The process ends between any two turns of a protocol; the vault is opened anew from its files, and resumed.
@Suite("Runs whose process was killed")
struct KilledRunTests {
    /// Ends a run after every number of turns there is, each time in a new wallet that `prepare` brought to where the run starts.
    private func killEverywhere<Flow: ProtocolFlow>(
        preparing prepare: (OpenDIDWallet) async throws -> Void, run: (OpenDIDWallet) async throws -> FlowDriver<Flow>,
        check: (OpenDIDWallet, FlowWorld) async throws -> Void
    ) async throws {
        // Every run has a wallet of its own, all of one person.
        try await FlowWorld.run(severalDIDs: true, change: { $0.limits.registrationsPerDay = .max }) { world in
            var turns = 0
            while true {
                let folder = FileManager.default.temporaryDirectory.appending(path: "herald-flow-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: folder) }
                let first = try await world.newWallet(at: .directory(folder))
                try await prepare(first)
                let isThrough = try await KilledRun.drive(try await run(first), over: world.transport, turns: turns)
                await first.vault.close()
                let second = try await world.newWallet(at: .directory(folder))
                #expect(try await second.resume().allSatisfy { $0.refusal == nil })
                #expect(try await second.vault.journalEntries().isEmpty)
                for owner in KeyOwner.allCases {
                    #expect(try await second.vault.pendingDocument(owner) == nil)
                    #expect(try await second.vault.keyInfos(owner, stage: .pending).isEmpty)
                }
                try await check(second, world)
                await second.vault.close()
                if isThrough { break }
                turns += 1
            }
            #expect(turns > 5)
        }
    }

    @Test("wallet creation ends before or after, never in between")
    func creation() async throws {
        try await killEverywhere(preparing: { _ in }, run: { try await $0.creation() }) { wallet, world in
            if try await wallet.vault.state() == .installed { try await wallet.create() }
            let device = try #require(try await wallet.vault.document(.device))
            #expect(try await world.status(of: device.id) == .activated)
        }
    }

    @Test("M132 ends before or after, never in between")
    func registration() async throws {
        try await killEverywhere(
            preparing: {
                try await $0.create()
                try await $0.personalize(userId: FlowSeeds.user)
            }, run: { try await $0.registration(kycTxId: FlowSeeds.user, pin: FlowWorld.pin) }
        ) { wallet, world in
            if try await wallet.vault.state() == .personalized {
                try await wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            }
            let holder = try #require(try await wallet.vault.document(.holder))
            #expect(try await world.status(of: holder.id) == .activated)
            try await wallet.vault.authenticatePIN(.holder, keyID: "pin", pin: FlowWorld.pin)
        }
    }

    @Test("M210 ends with the credential or without it, and the registry agrees")
    func issuance() async throws {
        try await killEverywhere(
            preparing: { try await FlowWorld.register($0) },
            run: { try await $0.issuance(planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock) }
        ) { wallet, world in
            for stored in try await wallet.vault.credentials() {
                #expect(try await wallet.trust.standing(ofCredential: stored.id)?.status == .ACTIVE)
            }
            if try await wallet.vault.credentials().isEmpty {
                try await wallet.issueCredential(
                    planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
            }
            #expect(try await wallet.vault.credentials().count == 1)
        }
    }

    @Test("M141 ends with the old version or the new one, and the registry agrees")
    func update() async throws {
        let newPin = SecretText("771904")
        try await killEverywhere(
            preparing: { try await FlowWorld.register($0) },
            run: {
                try await $0.update(
                    DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(newPin))]),
                    unlock: FlowWorld.unlock)
            }
        ) { wallet, world in
            let holder = try #require(try await wallet.vault.document(.holder))
            #expect(FlowChecks.isRegistered(holder, as: try await wallet.trust.registered(holder.id)))
            let pin = holder.versionId == "1" ? FlowWorld.pin : newPin
            try await wallet.vault.authenticatePIN(.holder, keyID: "pin", pin: pin)
        }
    }
}
