import HeraldJSON
import OpenDID_DataModel

/// A credential as its issuer sent it: the id, and the bytes over which the signatures were made.
struct IssuedCredential: Codable, Sendable {
    let id: String
    private let text: String
    /// The credential as this process has read it. It is not stored.
    private var received: SignedDocument?

    private enum CodingKeys: String, CodingKey { case id, text }

    var bytes: [UInt8] { Array(text.utf8) }

    /// Reads a decrypted credential.
    /// - Parameter plaintext: the JSON text of the credential, or of an object with the credential as the member `vc` (release 2; OpenDID
    /// sheet 5.7).
    init(plaintext: [UInt8]) throws(JSONError) {
        let root = try JSONDocument(plaintext, limits: .model).root
        let document = try SignedDocument(root["vc"] ?? root)
        id = try document.model(VerifiableCredential.self).id
        text = String(decoding: document.bytes, as: UTF8.self)
        received = document
    }

    /// Returns the credential for checking its signatures.
    /// - Throws: `JSONError` as ``SignedDocument/init(_:limits:)`` does.
    func document() throws(JSONError) -> SignedDocument {
        if let received { return received }
        return try SignedDocument(bytes)
    }
}

extension FlowTools {
    /// Returns the schema of the credential that a profile offers. The profile contains the schema, or the URL from which the schema is
    /// loaded.
    func schema(of profile: IssueProfile) async throws(WalletError) -> VCSchema {
        let wanted = profile.profile.credentialSchema
        guard let value = wanted.value else { return try await trust.schema(at: wanted.id) }
        return try translating(.answer, "profile.credentialSchema.value") {
            try MultibaseEnvelope.open(value, as: VCSchema.self, field: "value").value
        }
    }

    /// Checks that the profile's issuer issued the credential to the holder, that the credential follows the profile's schema, and that the
    /// wallet can store it.
    func check(
        _ credential: IssuedCredential, issuedUnder profile: IssueProfile, to holder: String
    ) async throws(WalletError) {
        let schema: VCSchema
        do throws(WalletError) {
            schema = try await self.schema(of: profile)
        } catch {
            // The schema was loaded before the credential was requested, so this error may pass. The credential must not be lost until then.
            throw error.isDecision ? WalletError(.transport, field: error.field, reason: error.reason) : error
        }
        let policy = VerificationPolicy.credential(issuedUnder: profile, to: holder, schema: schema)
        try await check(
            try translating(.answer, "e2e.encVc") { try credential.document() }, policy, "credential")
        try await checkID(of: credential)
    }

    /// Checks that no other credential in the wallet has the credential's id. An earlier version of the credential may have it, because the
    /// new version replaces it. A credential that cannot be stored must be refused before the wallet confirms it.
    private func checkID(of credential: IssuedCredential) async throws(WalletError) {
        guard let stored = try await keys.credential(credential.id) else { return }
        let new = try translating(.answer, "e2e.encVc") { try credential.document().model(VerifiableCredential.self) }
        guard stored.issuer == new.issuer.id, stored.schemaID == new.credentialSchema.id else {
            throw WalletError(
                .verification, field: "credential.id", reason: "the wallet has another credential with this ID")
        }
    }

    /// Asks the registry if it has a credential that was received, and compares the credential with the stored one.
    /// - Parameter completion: the changes that end the issuance if the registry has the credential.
    func settlement(of credential: IssuedCredential, from issuer: String, saving completion: FlowChanges)
        async throws(WalletError) -> FlowSettlement
    {
        let stored = try await keys.credential(credential.id)
        let isStored = stored?.bytes == credential.bytes
        let isFree = stored.map { $0.issuer == issuer } ?? true
        let standing = try await trust.standing(ofCredential: credential.id)
        guard isFree, standing?.status == .ACTIVE, standing?.issuer == issuer else {
            // The issuer has signed the credential. It is therefore set aside and not deleted, although the registry's answer says that it
            // does not know the credential. Another credential with this id stays in use.
            return .undone(FlowChanges(isStored ? [.doubtCredential(credential.id)] : []))
        }
        let storing: [VaultChange] =
            isStored ? [] : [.addCredential(bytes: credential.bytes, replacingSameSchema: false)]
        return .done(FlowChanges(storing + completion.list))
    }
}
