import HeraldJSON

/// What an issuer offers to issue, and how to ask for it (OpenDID sheet 4.2, 5.7).
///
/// OpenDID sheet 4.9, #13: headings of the original text call it `IssuerProfile`.
public struct IssueProfile: ModelObject, ProofContainer {
    /// The profile's UUID.
    public var id: String
    /// `IssueProfile`.
    public var type: ProfileType
    /// A title for people.
    public var title: String
    /// A description for people.
    public var description: String?
    /// A picture for people.
    public var logo: LogoImage?
    /// `UTF-8`.
    public var encoding: String
    /// A language code such as `ko`.
    public var language: String
    /// The offer itself.
    public var profile: Profile
    /// The issuer's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(
        id: String, type: ProfileType, title: String, description: String? = nil, logo: LogoImage? = nil, encoding: String,
        language: String, profile: Profile, proof: Proof? = nil
    ) {
        self.id = id
        self.type = type
        self.title = title
        self.description = description
        self.logo = logo
        self.encoding = encoding
        self.language = language
        self.profile = profile
        self.proof = proof
    }

    /// The offer inside an ``IssueProfile`` (OpenDID sheet 4.2).
    public struct Profile: ModelObject {
        /// Who issues.
        public var issuer: ProviderDetail
        /// What is issued.
        public var credentialSchema: CredentialSchema
        /// Of the anonymous credentials of release 2; kept as it is.
        public var credentialOffer: ZKPObject?
        /// Where and how to ask.
        public var process: Process
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(
            issuer: ProviderDetail, credentialSchema: CredentialSchema, credentialOffer: ZKPObject? = nil, process: Process
        ) {
            self.issuer = issuer
            self.credentialSchema = credentialSchema
            self.credentialOffer = credentialOffer
            self.process = process
        }

        /// Which schema the credential will follow (OpenDID sheet 4.2).
        public struct CredentialSchema: ModelObject {
            /// The URL of a ``VCSchema``.
            public var id: String
            /// The kind of schema.
            public var type: CredentialSchemaType
            /// The schema itself, in multibase.
            public var value: String?
            public var unknownMembers = UnknownMembers()

            /// A value from its members.
            public init(id: String, type: CredentialSchemaType = .osdSchemaCredential, value: String? = nil) {
                self.id = id
                self.type = type
                self.value = value
            }
        }

        /// Where and how to ask for the credential (OpenDID sheet 4.2, 6.2).
        public struct Process: ModelObject {
            /// URLs.
            public var endpoints: [String]
            /// The issuer's half of the encrypted channel; without proof of its own.
            public var reqE2e: ReqE2e
            /// To be sent back unchanged (16 bytes, multibase).
            public var issuerNonce: String
            public var unknownMembers = UnknownMembers()

            /// A value from its members.
            public init(endpoints: [String], reqE2e: ReqE2e, issuerNonce: String) {
                self.endpoints = endpoints
                self.reqE2e = reqE2e
                self.issuerNonce = issuerNonce
            }
        }
    }
}
