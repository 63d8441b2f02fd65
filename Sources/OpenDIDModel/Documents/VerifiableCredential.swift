import HeraldJSON

/// A signed set of claims about a subject (OpenDID sheet 3.2, 4.1).
///
/// OpenDID sheet 4.9, #33: the tables drop the datetime wrapper here and there; all three dates are datetimes, plain strings on the
/// wire.
public struct VerifiableCredential: ModelObject, Identifiable {
    /// `["https://www.w3.org/ns/credentials/v2"]`.
    public var context: [String]
    /// A UUID.
    public var id: String
    /// `VerifiableCredential`, and `CertificateVC` for a provider's certificate.
    public var type: [String]
    /// Who signed it.
    public var issuer: Issuer
    /// When it was issued (datetime).
    @UTCDatetime public var issuanceDate: String
    /// Since when it holds (datetime).
    @UTCDatetime public var validFrom: String
    /// Until when it holds (datetime).
    @UTCDatetime public var validUntil: String
    /// `UTF-8`.
    public var encoding: String
    /// `1.0`.
    public var formatVersion: String
    /// A language code such as `ko`.
    public var language: String
    /// What the issuer looked at.
    public var evidence: [Evidence]
    /// The schema of the claims.
    public var credentialSchema: CredentialSchema
    /// Whom the claims are about, and the claims.
    public var credentialSubject: CredentialSubject
    /// The issuer's signatures, of the whole and of each claim.
    public var proof: VCProof
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, issuer, issuanceDate, validFrom, validUntil, encoding, formatVersion, language, evidence
        case credentialSchema, credentialSubject, proof
    }

    /// A value from its members.
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

    /// Who signed a credential (OpenDID sheet 4.1).
    public struct Issuer: ModelObject {
        /// The issuer's DID.
        public var id: String
        /// A name for people.
        public var name: String?
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(id: String, name: String? = nil) {
            self.id = id
            self.name = name
        }
    }

    /// That somebody looked at a document (OpenDID sheet 3.2, 4.1).
    public struct DocumentVerificationEvidence: ModelObject {
        /// A URL about the evidence.
        public var id: String?
        /// The kind of evidence.
        public var type: EvidenceType
        /// The DID of who looked.
        public var verifier: String
        /// What was looked at, such as `BusinessLicense`.
        public var evidenceDocument: String
        /// Whether the subject was there in person.
        public var subjectPresence: Presence
        /// Whether the document was there on paper.
        public var documentPresence: Presence
        /// Details of the document, such as `licenseNumber`.
        public var attribute: [String: String]?
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
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

    /// Which schema a credential follows (OpenDID sheet 4.1).
    public struct CredentialSchema: ModelObject {
        /// The URL of a ``VCSchema``.
        public var id: String
        /// The kind of schema.
        public var type: CredentialSchemaType
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(id: String, type: CredentialSchemaType = .osdSchemaCredential) {
            self.id = id
            self.type = type
        }
    }

    /// Whom a credential is about, and what it says (OpenDID sheet 4.1).
    public struct CredentialSubject: ModelObject {
        /// The subject's DID.
        public var id: String
        /// In the order of the schema.
        public var claims: [Claim]
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(id: String, claims: [Claim]) {
            self.id = id
            self.claims = claims
        }
    }
}
