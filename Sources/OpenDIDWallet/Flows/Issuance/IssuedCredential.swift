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

    /// Checks that the profile's issuer issued the credential to the holder, and that the credential follows the profile's schema.
    func check(
        _ credential: IssuedCredential, issuedUnder profile: IssueProfile, to holder: String
    ) async throws(WalletError) {
        let policy = VerificationPolicy.credential(
            issuedUnder: profile, to: holder, schema: try await schema(of: profile))
        try await check(
            try translating(.answer, "e2e.encVc") { try credential.document() }, policy, "credential")
    }
}
