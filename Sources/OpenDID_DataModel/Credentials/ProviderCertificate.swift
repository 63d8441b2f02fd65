/// What a certificate credential says of a provider: its DID, name and role, as the TAS vouches for them (OpenDID sheet 0, 3.5, 6.5).
public struct ProviderCertificate: Sendable, Hashable {
    /// What comes after `VerifiableCredential` in `type`.
    public static let type = "CertificateVC"
    /// The namespace of the two claims.
    public static let namespace = "org.opendid.v1"
    /// The claim that names the provider.
    public static let subjectCode = namespace + ".subject"
    /// The claim that says the role.
    public static let roleCode = namespace + ".role"

    /// The provider's DID.
    public let provider: String
    /// The provider's name.
    public let name: String
    /// The role.
    public let role: RoleTypeEnum
    /// The DID of who signed it: the TAS.
    public let issuer: String

    /// Reads a credential. Signatures and dates are for ``VerificationPolicy/certificate(of:role:issuers:statuses:pinned:signerStatus:earlyBy:)``.
    /// - Throws: `DataModelError` `invalidValue` when it is no certificate or the role is not known, `missing` or `duplicate` when one
    ///   of the claims is not there exactly once.
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

    /// A certificate before the TAS signs it.
    /// - Parameters:
    ///   - id: a UUID.
    ///   - provider: the provider's DID.
    ///   - name: the provider's name.
    ///   - role: the role.
    ///   - issuer: the TAS.
    ///   - schemaID: the URL at which the TAS serves the schema.
    ///   - evidence: what the TAS looked at.
    public static func draft(
        id: String, provider: String, name: String, role: RoleTypeEnum, issuer: VerifiableCredential.Issuer, schemaID: String,
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
            throw DataModelError(.duplicate, field: "credentialSubject.claims", reason: "the claim \(code) is there more than once")
        }
        return claim.value
    }
}

extension VCSchema {
    /// The schema of provider certificates, which the TAS serves (OpenDID sheet 3.5).
    /// - Parameters:
    ///   - id: its URL, ending in `/tas/api/v1/vc-schema?name=certificate`.
    ///   - language: of the captions. Defaults to `en`.
    public static func certificate(id: String, language: String = "en") -> VCSchema {
        func item(_ name: String) -> ClaimDef { ClaimDef(id: name, caption: name, type: .text, format: .plain) }
        let namespace = Namespace(id: ProviderCertificate.namespace, name: "OpenDID v1")
        return VCSchema(
            id: id, schema: standardSchema, title: "Certificate VC", description: "The certificate of a provider",
            metadata: VCMetadata(language: language, formatVersion: "1.0"),
            credentialSubject: CredentialSubject(claims: [VCSchema.Claim(namespace: namespace, items: [item("subject"), item("role")])]))
    }
}
