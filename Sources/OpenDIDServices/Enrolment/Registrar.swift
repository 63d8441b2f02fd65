import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// Registers DID documents and issues certificates with the trust agent's keys (OpenDID sheet 3.1, 5.12).
package struct Registrar: Sendable {
    /// The trust agent.
    package let identity: ProviderIdentity
    let registry: Registry
    /// The URL of the schema that certificates follow.
    let certificateSchema: String
    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]

    /// Signs a DID document with the trust agent's `invoke` key, lets the registry check it, and returns the change that registers it. The
    /// caller must have checked the proofs of the document's owner.
    /// - Throws: ``RegistryError``. Its code is `document` if the document is invalid or names another controller.
    package func enter(_ document: DIDDocument, role: RoleTypeEnum) async throws -> LedgerChange {
        let nonce = Multibase.encode(random(16), as: .base58btc)
        let envelope = try InvokedDidDoc(document: document, controller: identity.provider, nonce: nonce)
        return try await registry.admit(try await identity.sign(envelope, with: .invoke, created: now()), role: role)
    }

    /// Issues a certificate to a provider, and returns it with the change that registers it (OpenDID sheet 3.2, 3.5).
    package func certificate(
        for did: String, name: String, role: RoleTypeEnum
    ) async throws -> (credential: VerifiableCredential, entry: LedgerChange) {
        let moment = now()
        let evidence = VerifiableCredential.DocumentVerificationEvidence(
            type: .documentVerification, verifier: identity.did, evidenceDocument: "BusinessLicense",
            subjectPresence: .physical,
            documentPresence: .physical)
        let draft = try ProviderCertificate.draft(
            id: MessageID.uuid(randomBytes: random(MessageID.uuidByteCount)), provider: did, name: name, role: role,
            issuer: VerifiableCredential.Issuer(id: identity.did, name: identity.name), schemaID: certificateSchema,
            evidence: [.documentVerification(evidence)])
        let credential = try await draft.issued(by: identity.proofRequest(created: moment))
        return (credential, .enterCredential(VCMeta(of: credential, certVcRef: identity.certVcRef), at: moment))
    }
}
