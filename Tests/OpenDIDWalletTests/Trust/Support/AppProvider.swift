import HeraldP256
import OpenDID_DataModel
import Synchronization

@testable import OpenDIDWallet

/// An app provider with a DID document that proves itself, whose attestations a wallet checks.
struct AppProvider {
    static let did = "did:omn:cas"

    let assert: SigningKey
    let document: DIDDocument

    init(
        assert: SigningKey = .p256(P256PrivateKey()), auth: SigningKey = .p256(P256PrivateKey()),
        did: String = AppProvider.did,
        version: Int = 1
    ) async throws {
        var document = try DIDDocument(
            did: DID(did), controller: "did:omn:tas",
            keys: [DIDKeyEntry(.assert, assert.verificationKey), DIDKeyEntry(.auth, auth.verificationKey)],
            created: TrustStage.now.advanced(by: .seconds(-86_400)))
        document.versionId = String(version)
        self.assert = assert
        self.document = try await document.signed(
            as: .provider, with: ["assert": assert, "auth": auth], created: TrustStage.now)
    }

    /// An attestation with the `assert` key.
    func signed() async throws -> SignedDocument {
        let info = AttestedAppInfo(
            appId: "AID202411abcdefghijk", provider: Provider(did: document.id, certVcRef: TrustStage.base),
            nonce: "mAAAAAAAAAAAAAAAAAAAAAA")
        return try SignedDocument(
            try await info.signed(
                by: ProofRequest(
                    signer: assert, keyID: "assert", of: document, purpose: .assertionMethod, created: TrustStage.now)))
    }

    /// Has a wallet check the attestation.
    func check(_ trust: GatewayTrust) async throws {
        try await trust.check(
            try await signed(), .standard(for: .attestedAppInfo), field: "attestedAppInfo", at: TrustStage.now)
    }
}

extension TrustStage {
    /// Makes the gateway return this provider's document from now on.
    func show(_ provider: AppProvider) { world.withLock { $0.documents[provider.document.id] = provider.document } }
}
