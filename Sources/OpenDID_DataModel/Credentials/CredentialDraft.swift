/// A credential before the issuer signs it (OpenDID sheet 3.2).
///
/// ```swift
/// let draft = CredentialDraft(
///     id: UUID().uuidString.lowercased(), issuer: .init(id: issuer.id), subject: holder, schema: schema,
///     claims: try schema.claims(from: ["org.example.library.name": "Ann"]), evidence: evidence)
/// let credential = try await draft.issued(by: request)
/// ```
public struct CredentialDraft: Sendable, Hashable {
    /// The default validity of a credential, in years.
    public static let defaultYears = 1

    /// A UUID.
    public var id: String
    /// The party that will sign the credential.
    public var issuer: VerifiableCredential.Issuer
    /// The subject's DID.
    public var subject: String
    /// The schema of the claims.
    public var schema: VCSchema
    /// The claims, in the order of the schema.
    public var claims: [VerifiableCredential.Claim]
    /// The evidence that the issuer checked. There must be at least one.
    public var evidence: [VerifiableCredential.Evidence]
    /// The end of the validity. Defaults to `nil`, which means one year after the issuance.
    public var validUntil: UTCInstant?
    /// The values that follow `VerifiableCredential` in the member `type`, such as `CertificateVC`.
    public var additionalTypes: [String]

    /// Creates a draft. The credential gets its language and format from the schema.
    public init(
        id: String, issuer: VerifiableCredential.Issuer, subject: String, schema: VCSchema,
        claims: [VerifiableCredential.Claim],
        evidence: [VerifiableCredential.Evidence], validUntil: UTCInstant? = nil, additionalTypes: [String] = []
    ) {
        self.id = id
        self.issuer = issuer
        self.subject = subject
        self.schema = schema
        self.claims = claims
        self.evidence = evidence
        self.validUntil = validUntil
        self.additionalTypes = additionalTypes
    }

    /// Returns the credential, signed as a whole and once for each claim. The time of the request becomes the time in the proof, the time
    /// of issuance and the start of the validity.
    /// - Parameter request: the parameters for signing. The purpose must be assertionMethod, and the key must be the issuer's.
    /// - Throws: `DataModelError` if the request has another purpose or DID, or for the first fault of the schema or of
    ///   `VerifiableCredential.validationErrors()`. Errors of signing.
    public func issued(by request: ProofRequest) async throws -> VerifiableCredential {
        guard request.purpose == .assertionMethod else {
            throw DataModelError(
                .purpose, field: "proof.proofPurpose", reason: "a credential must be signed for assertionMethod")
        }
        guard try DIDURL(request.verificationMethod).did == issuer.id else {
            throw DataModelError(
                .did, field: "proof.verificationMethod", reason: "the key belongs to another DID than the issuer")
        }
        let moment = request.created.text
        let unsigned = VerifiableCredential(
            context: VerifiableCredential.standardContext, id: id,
            type: [VerifiableCredential.baseType] + additionalTypes, issuer: issuer,
            issuanceDate: moment, validFrom: moment,
            validUntil: (validUntil ?? request.created.adding(years: Self.defaultYears)).text,
            encoding: "UTF-8", formatVersion: schema.metadata.formatVersion, language: schema.metadata.language,
            evidence: evidence,
            credentialSchema: VerifiableCredential.CredentialSchema(id: schema.id),
            credentialSubject: VerifiableCredential.CredentialSubject(id: subject, claims: claims),
            proof: VCProof(
                created: moment, proofPurpose: request.purpose, verificationMethod: request.verificationMethod,
                type: try await request.signer.verificationKey.proofType))
        try schema.check(unsigned)
        let credential = try await unsigned.signed(by: request)
        try credential.validate()
        return credential
    }
}
