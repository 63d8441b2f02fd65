/// The content of a certificate credential: a provider's DID, name and role, which the TAS confirms (OpenDID sheet 0, 3.5, 6.5).
public struct ProviderCertificate: Sendable, Hashable {
    /// The value that follows `VerifiableCredential` in the member `type` of a certificate.
    public static let type = "CertificateVC"
    /// The namespace of the two claims of a certificate: the provider's name and its role.
    public static let namespace = "org.opendid.v1"
    /// The code of the claim with the provider's name.
    public static let subjectCode = namespace + ".subject"
    /// The code of the claim with the role.
    public static let roleCode = namespace + ".role"

    /// The provider's DID.
    public let provider: String
    /// The provider's name.
    public let name: String
    /// The provider's role.
    public let role: RoleTypeEnum
    /// The DID of the issuer, which is the TAS.
    public let issuer: String

    /// Reads a credential. This initialiser does not check signatures and dates;
    /// ``VerificationPolicy/certificate(of:role:issuers:statuses:pinned:signerStatus:earlyBy:)`` does.
    /// - Throws: `DataModelError` with code `invalidValue` if the credential is not a certificate or the role is unknown, or with code
    ///   `missing` or `duplicate` if a claim does not occur exactly once.
    public init(_ credential: VerifiableCredential) throws(DataModelError) {
        guard credential.type.contains(Self.type) else {
            throw DataModelError(.invalidValue, field: "type", reason: "\(Self.type) must be among the types")
        }
        let roleText = try Self.value(of: Self.roleCode, in: credential)
        guard let role = RoleTypeEnum(rawValue: roleText) else {
            throw DataModelError(.invalidValue, field: "credentialSubject.claims", reason: "the role is not known")
        }
        let subject = try Self.value(of: Self.subjectCode, in: credential)
        provider = credential.credentialSubject.id
        name = subject.hasPrefix("o=") ? String(subject.dropFirst(2)) : subject
        issuer = credential.issuer.id
        self.role = role
    }

    /// Returns the draft of a certificate, which the TAS has not signed yet.
    /// - Parameters:
    ///   - id: a UUID.
    ///   - provider: the provider's DID.
    ///   - name: the provider's name.
    ///   - role: the role.
    ///   - issuer: the TAS.
    ///   - schemaID: the URL at which the TAS serves the schema.
    ///   - evidence: the evidence that the TAS checked.
    /// - Throws: `DataModelError` if the claims do not follow the schema.
    public static func draft(
        id: String, provider: String, name: String, role: RoleTypeEnum, issuer: VerifiableCredential.Issuer,
        schemaID: String,
        evidence: [VerifiableCredential.Evidence]
    ) throws(DataModelError) -> CredentialDraft {
        let schema = VCSchema.certificate(id: schemaID)
        return CredentialDraft(
            id: id, issuer: issuer, subject: provider, schema: schema,
            claims: try schema.claims(from: [subjectCode: "o=" + name, roleCode: role.rawValue]), evidence: evidence,
            additionalTypes: [type])
    }

    private static func value(of code: String, in credential: VerifiableCredential) throws(DataModelError) -> String {
        let claims = credential.credentialSubject.claims.filter { $0.code == code }
        guard let claim = claims.first else {
            throw DataModelError(.missing, field: "credentialSubject.claims", reason: "the claim \(code) is missing")
        }
        guard claims.count == 1 else {
            throw DataModelError(
                .duplicate, field: "credentialSubject.claims", reason: "the claim \(code) is repeated")
        }
        return claim.value
    }
}

extension VCSchema {
    /// Returns the schema of provider certificates, which the TAS serves (OpenDID sheet 3.5).
    /// - Parameters:
    ///   - id: the schema's URL, which ends in `/tas/api/v1/vc-schema?name=certificate`.
    ///   - language: the language of the captions. Defaults to `en`.
    public static func certificate(id: String, language: String = "en") -> VCSchema {
        func item(_ name: String) -> ClaimDef { ClaimDef(id: name, caption: name, type: .text, format: .plain) }
        let namespace = Namespace(id: ProviderCertificate.namespace, name: "OpenDID v1")
        return VCSchema(
            id: id, schema: standardSchema, title: "Certificate VC", description: "The certificate of a provider",
            metadata: VCMetadata(language: language, formatVersion: "1.0"),
            credentialSubject: CredentialSubject(claims: [
                VCSchema.Claim(namespace: namespace, items: [item("subject"), item("role")])
            ]))
    }
}
