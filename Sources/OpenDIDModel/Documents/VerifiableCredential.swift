import HeraldJSON

/// A signed set of claims about a subject (OpenDID sheet 3.2, 4.1).
///
/// ```swift
/// let credential = try VerifiableCredential(jsonBytes: bytes)
/// for claim in credential.credentialSubject.claims { print(claim.caption, claim.value) }
/// ```
///
/// OpenDID sheet 4.9, #33: some tables of the original text give the three dates another type. Here they are datetimes, and their JSON is a
/// plain string.
public struct VerifiableCredential: ModelObject, Identifiable {
    /// The context: `["https://www.w3.org/ns/credentials/v2"]`.
    public var context: [String]
    /// A UUID.
    public var id: String
    /// The types: `VerifiableCredential`, and for a provider's certificate also `CertificateVC`.
    public var type: [String]
    /// The party that signed the credential.
    public var issuer: Issuer
    /// The time of issuance (datetime).
    @UTCDatetime public var issuanceDate: String
    /// The start of the validity (datetime).
    @UTCDatetime public var validFrom: String
    /// The end of the validity (datetime).
    @UTCDatetime public var validUntil: String
    /// The text encoding: `UTF-8`.
    public var encoding: String
    /// The format's version: `1.0`.
    public var formatVersion: String
    /// A language code such as `ko`.
    public var language: String
    /// The evidence that the issuer checked.
    public var evidence: [Evidence]
    /// The schema of the claims.
    public var credentialSchema: CredentialSchema
    /// The subject and its claims.
    public var credentialSubject: CredentialSubject
    /// The issuer's signatures of the whole credential and of each claim.
    public var proof: VCProof
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, issuer, issuanceDate, validFrom, validUntil, encoding, formatVersion, language, evidence
        case credentialSchema, credentialSubject, proof
    }

    public init(
        context: [String], id: String, type: [String], issuer: Issuer, issuanceDate: String, validFrom: String,
        validUntil: String, encoding: String, formatVersion: String, language: String, evidence: [Evidence],
        credentialSchema: CredentialSchema, credentialSubject: CredentialSubject, proof: VCProof
    ) {
        self.context = context
        self.id = id
        self.type = type
        self.issuer = issuer
        self.issuanceDate = issuanceDate
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.encoding = encoding
        self.formatVersion = formatVersion
        self.language = language
        self.evidence = evidence
        self.credentialSchema = credentialSchema
        self.credentialSubject = credentialSubject
        self.proof = proof
    }

    /// The issuer of a credential (OpenDID sheet 4.1).
    public struct Issuer: ModelObject {
        /// The issuer's DID.
        public var id: String
        /// A name for people.
        public var name: String?
        public var unknownMembers = UnknownMembers()

        public init(id: String, name: String? = nil) {
            self.id = id
            self.name = name
        }
    }

    /// Evidence that a verifier checked a document (OpenDID sheet 3.2, 4.1).
    public struct DocumentVerificationEvidence: ModelObject {
        /// A URL with information about the evidence.
        public var id: String?
        /// The kind of evidence.
        public var type: EvidenceType
        /// The DID of the party that checked the document.
        public var verifier: String
        /// The kind of document, such as `BusinessLicense`.
        public var evidenceDocument: String
        /// The way in which the subject was present.
        public var subjectPresence: Presence
        /// The way in which the document was present.
        public var documentPresence: Presence
        /// Details of the document, such as `licenseNumber`.
        public var attribute: [String: String]?
        public var unknownMembers = UnknownMembers()

        public init(
            id: String? = nil, type: EvidenceType = .documentVerification, verifier: String, evidenceDocument: String,
            subjectPresence: Presence, documentPresence: Presence, attribute: [String: String]? = nil
        ) {
            self.id = id
            self.type = type
            self.verifier = verifier
            self.evidenceDocument = evidenceDocument
            self.subjectPresence = subjectPresence
            self.documentPresence = documentPresence
            self.attribute = attribute
        }
    }

    /// A reference to the schema of a credential (OpenDID sheet 4.1).
    public struct CredentialSchema: ModelObject {
        /// The URL of a ``VCSchema``.
        public var id: String
        /// The kind of schema.
        public var type: CredentialSchemaType
        public var unknownMembers = UnknownMembers()

        public init(id: String, type: CredentialSchemaType = .osdSchemaCredential) {
            self.id = id
            self.type = type
        }
    }

    /// The subject of a credential and its claims (OpenDID sheet 4.1).
    public struct CredentialSubject: ModelObject {
        /// The subject's DID.
        public var id: String
        /// The claims, in the order of the schema.
        public var claims: [Claim]
        public var unknownMembers = UnknownMembers()

        public init(id: String, claims: [Claim]) {
            self.id = id
            self.claims = claims
        }
    }
}
