import HeraldJSON

/// An issuer's profile: a description of a credential and of the way to request it (OpenDID sheet 4.2, 5.7).
///
/// OpenDID sheet 4.9, #13: headings of the original text call this type `IssuerProfile`.
public struct IssueProfile: ModelObject, ProofContainer {
    /// The profile's UUID.
    public var id: String
    /// The kind of profile: `IssueProfile`.
    public var type: ProfileType
    /// A title for people.
    public var title: String
    /// A description for people.
    public var description: String?
    /// A picture for people.
    public var logo: LogoImage?
    /// The text encoding: `UTF-8`.
    public var encoding: String
    /// A language code such as `ko`.
    public var language: String
    /// The content of the profile.
    public var profile: Profile
    /// The issuer's proof.
    public var proof: Proof?
    public var unknownMembers = UnknownMembers()

    public init(
        id: String, type: ProfileType, title: String, description: String? = nil, logo: LogoImage? = nil,
        encoding: String,
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

    /// The content of an ``IssueProfile`` (OpenDID sheet 4.2).
    public struct Profile: ModelObject {
        /// The issuer.
        public var issuer: ProviderDetail
        /// The schema of the credential.
        public var credentialSchema: CredentialSchema
        /// Data for the anonymous credentials of release 2. It is preserved unchanged.
        public var credentialOffer: ZKPObject?
        /// The URLs and parameters for the request.
        public var process: Process
        public var unknownMembers = UnknownMembers()

        public init(
            issuer: ProviderDetail, credentialSchema: CredentialSchema, credentialOffer: ZKPObject? = nil,
            process: Process
        ) {
            self.issuer = issuer
            self.credentialSchema = credentialSchema
            self.credentialOffer = credentialOffer
            self.process = process
        }

        /// A reference to the schema of the credential (OpenDID sheet 4.2).
        public struct CredentialSchema: ModelObject {
            /// The URL of a ``VCSchema``.
            public var id: String
            /// The kind of schema.
            public var type: CredentialSchemaType
            /// The schema itself, in multibase.
            public var value: String?
            public var unknownMembers = UnknownMembers()

            public init(id: String, type: CredentialSchemaType = .osdSchemaCredential, value: String? = nil) {
                self.id = id
                self.type = type
                self.value = value
            }
        }

        /// The URLs and parameters for a request for the credential (OpenDID sheet 4.2, 6.2).
        public struct Process: ModelObject {
            /// The URLs of the server.
            public var endpoints: [String]
            /// The issuer's parameters for the encrypted channel. They have no proof of their own, because the profile's proof covers them.
            public var reqE2e: ReqE2e
            /// The nonce that the holder sends back unchanged (16 bytes, multibase).
            public var issuerNonce: String
            public var unknownMembers = UnknownMembers()

            public init(endpoints: [String], reqE2e: ReqE2e, issuerNonce: String) {
                self.endpoints = endpoints
                self.reqE2e = reqE2e
                self.issuerNonce = issuerNonce
            }
        }
    }
}
