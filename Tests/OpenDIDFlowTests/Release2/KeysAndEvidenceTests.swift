import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices
@testable import OpenDIDWallet

@Suite("Registration and update in apps after release 2.0")
struct KeysAndEvidenceTests {
    private struct TokenOffice: KYCCheck {
        func userID(for evidence: KYCEvidence) async throws -> String? {
            evidence.token == "signed" ? FlowSeeds.user : nil
        }
    }

    @Test("kycToken: a user is registered by a token of the identity check, which is sent alone")
    func token() async throws {
        try await FlowWorld.run(change: { $0.kyc = TokenOffice() }) { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            try await world.wallet.registerUser(evidence: .token("signed"), pin: FlowWorld.pin)
            #expect(try await world.vault.state() == .operation)
            let call = try #require(world.transport.calls.first { $0.path.hasSuffix("retrieve-kyc") })
            let body = try JSONValue(parsing: try #require(call.body))
            #expect(body["kycToken"] == "signed" && body["kycTxId"] == nil)
        }
    }

    @Test("deleting a key by hand registers a document without it, and then removes it from the vault")
    func deleteKeys() async throws {
        let biometrics = SoftwareBiometricKeyStore { _ in true }
        try await FlowWorld.run(biometrics: biometrics) { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin, bioPrompt: "Register")
            let missing = await #expect(throws: WalletError.self) {
                try await world.wallet.deleteKeys(["bio", "nothing"], unlock: FlowWorld.unlock)
            }
            #expect(missing?.code == .keyNotFound)
            #expect(try await world.vault.keyInfos(.holder).map(\.id).sorted() == ["bio", "keyagree", "pin"])
            let outcome = try await world.wallet.deleteKeys(["bio"], unlock: FlowWorld.unlock)
            #expect(outcome.versionId == "2")
            #expect(try await world.vault.keyInfos(.holder).map(\.id).sorted() == ["keyagree", "pin"])
            let registered = try await world.services.registry.resolve(outcome.did, versionId: nil)
            #expect(registered?.document.verificationMethod.map(\.id).sorted() == ["keyagree", "pin"])
        }
    }
}
