import HeraldJSON

/// The registry's metadata of a credential (OpenDID sheet 3.6, 4.4).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public struct VCMeta: ModelObject {
    /// The credential's id.
    public var id: String
    /// The issuer of the credential.
    public var issuer: Provider
    /// The subject's DID.
    public var subject: String
    /// The schema of the claims.
    public var credentialSchema: VerifiableCredential.CredentialSchema
    /// The credential's status.
    public var status: VCStatusEnum
    /// The credential's time of issuance (datetime).
    @UTCDatetime public var issuanceDate: String
    /// The start of the credential's validity (datetime).
    @UTCDatetime public var validFrom: String
    /// The end of the credential's validity (datetime).
    @UTCDatetime public var validUntil: String
    /// The version of the credential's format.
    public var formatVersion: String
    /// The language code of the credential.
    public var language: String
    public var unknownMembers = UnknownMembers()

    public init(
        id: String, issuer: Provider, subject: String, credentialSchema: VerifiableCredential.CredentialSchema,
        status: VCStatusEnum, issuanceDate: String, validFrom: String, validUntil: String, formatVersion: String,
        language: String
    ) {
        self.id = id
        self.issuer = issuer
        self.subject = subject
        self.credentialSchema = credentialSchema
        self.status = status
        self.issuanceDate = issuanceDate
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.formatVersion = formatVersion
        self.language = language
    }
}

/// The metadata of a credential in the gateway's answer (OpenDID sheet 5.2).
public struct VCMetaVO: ModelObject {
    /// The credential's id. Gateways that run with upstream's `repository` profile send null, which is `nil` here.
    public var vcId: String?
    /// A ``VCMeta`` in multibase.
    public var vcMeta: String
    public var unknownMembers = UnknownMembers()

    public init(vcId: String?, vcMeta: String) {
        self.vcId = vcId
        self.vcMeta = vcMeta
    }
}
