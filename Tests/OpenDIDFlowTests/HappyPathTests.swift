import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Wallet and servers over HTTP")
struct HappyPathTests {
    @Test("a wallet is created, its device is registered, and a user is bound")
    func creation() async throws {
        try await FlowWorld.run { world in
            let created = try await world.wallet.create()
            #expect(created.walletId.hasPrefix("WID"))
            #expect(try await world.vault.walletID() == created.walletId)
            #expect(try await world.vault.document(.device)?.id == created.did)
            #expect(try await world.status(of: created.did) == .activated)
            try await world.wallet.personalize(userId: FlowSeeds.user)
            #expect(try await world.vault.boundUser()?.userId == FlowSeeds.user)
            #expect(try await world.vault.state() == .personalized)
        }
    }

    @Test("M132: a user is registered with a PIN key, and the document is stored when the trust agent has confirmed it")
    func registration() async throws {
        try await FlowWorld.run { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            let registered = try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            #expect(try await world.vault.state() == .operation)
            let holder = try #require(try await world.vault.document(.holder))
            #expect(holder.id == registered.did)
            #expect(holder.verificationMethod.map(\.id).sorted() == ["keyagree", "pin"])
            #expect(try await world.vault.pendingDocument(.holder) == nil)
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.status(of: registered.did) == .activated)
        }
    }

    @Test("M210: a credential of twelve claims in two languages is issued and stored")
    func issuance() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            let stored = try #require(try await world.vault.credential(id))
            let claims = stored.credential.credentialSubject.claims
            #expect(claims.count == 12)
            #expect(claims.first?.i18n?["ko"]?.caption == "성")
            #expect(claims.first?.i18n?["ko"]?.value == "김")
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }

    @Test("M210 by offer: the offer's QR payload leads to a credential")
    func issuanceByOffer() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let answer = try await world.post(
                "/tas/api/v1/offer-issue-vc/qr",
                ["id": "1", "vcPlanId": .string(FlowSeeds.planId), "issuer": "did:omn:issuer"])
            #expect(answer.status == 200)
            guard case .issue(let offer, _) = try ReceivedOffer(String(decoding: answer.body, as: UTF8.self)) else {
                Issue.record("no issue offer")
                return
            }
            let issued = try await world.wallet.accept(offer, unlock: FlowWorld.unlock)
            #expect(try await world.vault.credential(issued.vcId) != nil)
        }
    }

    @Test(
        "M310: three of twelve claims are shown and verified, and the decrypted presentation does not have the other nine"
    )
    func presentation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            let offer = try await world.verifyOffer()
            let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            #expect(shown.isAccepted)
            let result = try await world.post(
                "/verifier/api/v1/confirm-verify", ["offerId": .string(offer.payload.offerId ?? "")])
            let root = try JSONValue(parsing: result.body)
            #expect(root["result"]?.boolValue == true)
            #expect(root["claims"]?.arrayValue?.compactMap { $0["code"]?.stringValue } == FlowSeeds.required)
            let text = String(decoding: try shown.presentation.canonicalBytes(), as: UTF8.self)
            for item in FlowSeeds.items where !FlowSeeds.required.contains("\(FlowSeeds.namespace).\(item.id)") {
                #expect(!text.contains("\(FlowSeeds.namespace).\(item.id)"))
                #expect(!text.contains(item.value))
            }
        }
    }

    @Test(
        "M310: a verifier that requires no claim gets the claims that its users should see, or one claim",
        arguments: [
            ("any", "family_name"), ("look", "class"),
        ])
    func nothingRequired(service: String, shownItem: String) async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            let offer = try await world.verifyOffer(service: service)
            let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            #expect(shown.isAccepted)
            let claims = shown.presentation.verifiableCredential.flatMap(\.credentialSubject.claims)
            #expect(claims.map(\.code) == ["\(FlowSeeds.namespace).\(shownItem)"])
        }
    }

    @Test("M310 indirect: another program posts the wallet's message and gets the answer")
    func indirectPresentation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            let offer = try await world.verifyOffer(mode: .Indirect)
            let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            #expect(!shown.isAccepted)
            #expect(!world.transport.calls.contains { $0.path.hasSuffix("request-verify") })
            let answer = try await world.post(
                "/verifier/api/v1/request-verify", try JSONModelEncoder().value(shown.message))
            #expect(answer.status == 200)
        }
    }

    @Test("M220: a revoked credential is refused when it is shown again")
    func revocation() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            try await world.wallet.revoke(id, keepingCopy: true, unlock: FlowWorld.unlock)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .REVOKED)
            let offer = try await world.verifyOffer()
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .refused)
            #expect(error?.serverError?.code == "SSRVVRF00801")
        }
    }

    @Test("M220: the wallet deletes a credential that it had revoked")
    func revocationDrops() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let id = try await world.issue()
            try await world.wallet.revoke(id, unlock: FlowWorld.unlock)
            #expect(try await world.vault.credential(id) == nil)
        }
    }

    @Test("M141: a release 1 trust agent, which sends no nonce, is reported as such, and nothing changes")
    func updateWithoutNonce() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            world.transport.alter("propose-update-diddoc") { ["txId": $0["txId"] ?? .null] }
            let edit = DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(SecretText("771904")))])
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.updateDocument(edit, unlock: FlowWorld.unlock)
            }
            #expect(error?.code == .answer)
            #expect(error?.field == "authNonce")
            #expect(error?.reason.contains("release") == true)
            #expect(try await world.vault.keyInfos(.holder, stage: .pending).isEmpty)
            try await world.issue()
        }
    }

    @Test("M141: a new key is registered, the old one is refused afterwards, and presenting continues with the new one")
    func update() async throws {
        try await FlowWorld.run(biometrics: SoftwareBiometricKeyStore { _ in true }) { world in
            try await world.register()
            try await world.issue()
            let newPin = SecretText("771904")
            let edit = DocumentEdit(newKeys: [
                DocumentEdit.NewKey(id: "pin", protection: .pin(newPin)),
                DocumentEdit.NewKey(id: "bio", protection: .biometric, bioPrompt: "Add your face"),
            ])
            let before = try #require(try await world.vault.document(.holder))
            let updated = try await world.wallet.updateDocument(edit, unlock: FlowWorld.unlock)
            #expect(updated.versionId == "2")
            let after = try #require(try await world.vault.document(.holder))
            #expect(after.verificationMethod.map(\.id).sorted() == ["bio", "keyagree", "pin"])
            #expect(
                after.verificationMethod.first { $0.id == "pin" } != before.verificationMethod.first { $0.id == "pin" })
            let found = try #require(try await world.wallet.trust.registered(updated.did))
            #expect(FlowChecks.isRegistered(after, as: found))
            let offer = try await world.verifyOffer()
            #expect(try await world.wallet.present(offer.payload, txId: offer.txId, unlock: .pin(newPin)).isAccepted)
            let second = try await world.verifyOffer()
            #expect(
                try await world.wallet.present(second.payload, txId: second.txId, unlock: .bio(prompt: "Show it"))
                    .isAccepted)
        }
    }

    @Test("M142: a deactivated user is refused, restored by an offer, and accepted again")
    func restoration() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            try await world.issue()
            let did = try #require(try await world.vault.document(.holder)?.id)
            let off = try await world.post(
                "/tas/api/v1/update-diddoc-deactivated", ["kycTxId": .string(FlowSeeds.user)])
            #expect(off.status == 200)
            #expect(try await world.status(of: did) == .deactivated)
            let refused = try await world.verifyOffer()
            await #expect(throws: WalletError.self) {
                try await world.wallet.present(refused.payload, txId: refused.txId, unlock: FlowWorld.unlock)
            }
            let pushed = try await world.post("/tas/api/v1/offer-restore-did/push", ["id": "1", "did": .string(did)])
            #expect(pushed.status == 200)
            let offerId = try #require(try JSONValue(parsing: pushed.body)["offerId"]?.stringValue)
            try await world.wallet.restore(RestoreDidOfferPayload(offerId: offerId, did: did), unlock: FlowWorld.unlock)
            #expect(try await world.status(of: did) == .activated)
            let offer = try await world.verifyOffer()
            #expect(
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
        }
    }

    @Test("a locked wallet runs no protocol until it is unlocked")
    func lock() async throws {
        try await FlowWorld.run { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user, passcode: SecretText("open sesame"))
            await world.vault.lock()
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            }
            #expect(error?.code == .locked)
            try await world.vault.authenticateLock(passcode: SecretText("open sesame"))
            try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin)
            #expect(try await world.vault.state() == .operation)
        }
    }

    @Test("a run names its steps in order")
    func steps() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let wallet = world.wallet
            let run = FlowRun { progress in
                try await wallet.issueCredential(
                    planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock, progress: progress)
            }
            var names: [String] = []
            for await step in run.steps { names.append(step.rawValue) }
            _ = try await run.value
            #expect(
                names == [
                    "propose-issue-vc", "request-ecdh", "request-attested-appinfo", "request-wallet-tokendata",
                    "request-create-token",
                    "request-issue-profile", "request-issue-vc", "confirm-issue-vc", "done",
                ])
        }
    }
}
