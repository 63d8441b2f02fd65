import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Credentials through the iOS SDK's interface")
struct WalletAPICredentialTests {
    @Test(
        "credentials are read by ID in the requested order, all of them under both spellings, and a missing one is an error"
    )
    func reading() async throws {
        let world = try await APIWorld()
        #expect(try await !world.api.isAnyCredentialsSaved())
        try await world.store("one")
        try await world.store("two", schema: "https://example.org/schema/b")
        #expect(try await world.api.isAnyCredentialsSaved())
        let token = try await world.token(.LIST_VC_AND_PRESENT_VP)
        #expect(
            try await world.api.getCredentials(hWalletToken: token, ids: ["two", "one"]).map(\.id) == ["two", "one"])
        #expect(try await world.api.getAllCredentials(hWalletToken: token).map(\.id) == ["one", "two"])
        #expect(
            try await (world.api as any OriginalSpelling).getAllCrentials(hWalletToken: token).map(\.id) == [
                "one", "two",
            ])
        let missing = await refusal { try await world.api.getCredentials(hWalletToken: token, ids: ["one", "three"]) }
        #expect(missing?.upstreamCode == "MSDKWLT10401")
    }

    @Test("several credentials are removed together or not at all")
    func deletion() async throws {
        let world = try await APIWorld()
        try await world.store("one")
        try await world.store("two", schema: "https://example.org/schema/b")
        let token = try await world.token(.REMOVE_VC)
        #expect(
            await refusal { try await world.api.deleteCredentials(hWalletToken: token, ids: ["one", "three"]) }?.code
                == .notFound)
        #expect(try await world.vault.credentials().count == 2)
        #expect(try await world.api.deleteCredentials(hWalletToken: token, ids: ["one"]))
        #expect(try await world.vault.credentials().map(\.id) == ["two"])
    }

    @Test("a presentation without proof has the given claims, dates, nonce and holder")
    func presentation() async throws {
        let world = try await APIWorld()
        try await world.store("one")
        let token = try await world.token(.PRESENT_VP)
        let info = PresentationInfo(
            holder: VaultWorld.holderDID, validFrom: "2025-01-01T00:00:00Z", validUntil: "2025-02-01T00:00:00Z",
            verifierNonce: "zNxWcFU8EGWQpQhqfvRpgT")
        let claims = [ClaimInfo(credentialId: "one", claimCodes: ["a.b"])]
        let shown = try await world.api.createVp(hWalletToken: token, claimInfos: claims, presentationInfo: info)
        #expect(shown.holder == VaultWorld.holderDID)
        #expect(shown.validFrom == info.validFrom)
        #expect(shown.validUntil == info.validUntil)
        #expect(shown.verifierNonce == info.verifierNonce)
        #expect(shown.verifiableCredential.map(\.id) == ["one"])
        #expect(shown.proof == nil && shown.proofs == nil)
        let unknown = await refusal {
            try await world.api.createVp(
                hWalletToken: token, claimInfos: [ClaimInfo(credentialId: "one", claimCodes: ["a.c"])],
                presentationInfo: info)
        }
        #expect(unknown?.upstreamCode == "MSDKWLT02100")
        var foreign = info
        foreign.holder = VaultWorld.deviceDID
        let other = await refusal { [foreign] in
            try await world.api.createVp(hWalletToken: token, claimInfos: claims, presentationInfo: foreign)
        }
        #expect(other?.code == .didMismatch)
    }
}
