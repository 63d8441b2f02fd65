/// A credential before it is signed (OpenDID sheet 3.2).
public struct CredentialDraft: Sendable, Hashable {
    /// How long a credential holds by default, in years.
    public static let defaultYears = 1

    /// A UUID.
    public var id: String
    /// Who will sign it.
    public var issuer: VerifiableCredential.Issuer
    /// The subject's DID.
    public var subject: String
    /// The schema of the claims.
    public var schema: VCSchema
    /// In the order of the schema.
    public var claims: [VerifiableCredential.Claim]
    /// What the issuer looked at; at least one.
    public var evidence: [VerifiableCredential.Evidence]
    /// The last moment; a year after issuing when `nil`.
    public var validUntil: UTCInstant?
    /// What comes after `VerifiableCredential` in `type`, such as `CertificateVC`.
    public var additionalTypes: [String]

    /// A draft; language and format are the schema's.
    public init(
        id: String, issuer: VerifiableCredential.Issuer, subject: String, schema: VCSchema, claims: [VerifiableCredential.Claim],
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

    /// The credential, signed over the whole and once for each claim. It is issued and starts to hold at the moment of the proof.
    /// - Parameter request: how to sign; the purpose has to be assertionMethod and the key the issuer's.
    /// - Throws: `DataModelError` for the first rule of `VerifiableCredential.validationErrors()` or of the schema that does not hold,
    ///   and what signing throws.
    public func issued(by request: ProofRequest) async throws -> VerifiableCredential {
        guard request.purpose == .assertionMethod else {
            throw DataModelError(.purpose, field: "proof.proofPurpose", reason: "a credential is signed for assertionMethod")
        }
        guard try DIDURL(request.verificationMethod).did == issuer.id else {
            throw DataModelError(.did, field: "proof.verificationMethod", reason: "the key belongs to another DID than the issuer")
        }
        let moment = request.created.text
        let unsigned = VerifiableCredential(
            context: VerifiableCredential.standardContext, id: id, type: [VerifiableCredential.baseType] + additionalTypes, issuer: issuer,
            issuanceDate: moment, validFrom: moment, validUntil: (validUntil ?? request.created.adding(years: Self.defaultYears)).text,
            encoding: "UTF-8", formatVersion: schema.metadata.formatVersion, language: schema.metadata.language, evidence: evidence,
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
