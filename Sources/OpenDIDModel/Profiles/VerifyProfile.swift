import HeraldJSON

/// What a verifier wants to see, and how to show it (OpenDID sheet 4.2, 5.8).
public struct VerifyProfile: ModelObject, ProofContainer {
    /// The profile's UUID.
    public var id: String
    /// `VerifyProfile`.
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
    /// The request itself.
    public var profile: Profile
    /// The verifier's proof.
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

    /// The request inside a ``VerifyProfile`` (OpenDID sheet 4.2).
    public struct Profile: ModelObject {
        /// Who asks.
        public var verifier: ProviderDetail
        /// What for.
        public var filter: ProfileFilter
        /// Where and how to show it.
        public var process: Process
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(verifier: ProviderDetail, filter: ProfileFilter, process: Process) {
            self.verifier = verifier
            self.filter = filter
            self.process = process
        }

        /// Which credentials and claims a verifier accepts (OpenDID sheet 3.4, 4.2).
        public struct ProfileFilter: ModelObject {
            /// One entry for each kind of credential.
            public var credentialSchemas: [CredentialSchema]
            public var unknownMembers = UnknownMembers()

            /// A value from its members.
            public init(credentialSchemas: [CredentialSchema]) {
                self.credentialSchemas = credentialSchemas
            }

            /// What a verifier wants of one kind of credential (OpenDID sheet 3.4, 4.2).
            public struct CredentialSchema: ModelObject {
                /// The URL of a ``VCSchema``.
                public var id: String
                /// The kind of schema.
                public var type: CredentialSchemaType
                /// The schema itself, in multibase.
                public var value: String?
                /// Whether all claims are wanted, under the issuer's signature of the whole.
                public var presentAll: Bool?
                /// Codes of claims to show to the holder.
                public var displayClaims: [String]?
                /// Codes of claims that have to be there; none when absent.
                public var requiredClaims: [String]?
                /// DIDs of the issuers accepted; any when absent.
                public var allowedIssuers: [String]?
                public var unknownMembers = UnknownMembers()

                /// A value from its members.
                public init(
                    id: String, type: CredentialSchemaType = .osdSchemaCredential, value: String? = nil,
                    presentAll: Bool? = nil, displayClaims: [String]? = nil, requiredClaims: [String]? = nil,
                    allowedIssuers: [String]? = nil
                ) {
                    self.id = id
                    self.type = type
                    self.value = value
                    self.presentAll = presentAll
                    self.displayClaims = displayClaims
                    self.requiredClaims = requiredClaims
                    self.allowedIssuers = allowedIssuers
                }
            }
        }

        /// Where and how to show the presentation (OpenDID sheet 4.2, 6.2).
        public struct Process: ModelObject {
            /// URLs.
            public var endpoints: [String]?
            /// The verifier's half of the encrypted channel; without proof of its own.
            public var reqE2e: ReqE2e
            /// To be sent back unchanged (16 bytes, multibase).
            public var verifierNonce: String
            /// How the holder has to open the keys; unrestricted when absent.
            public var authType: VerifyAuthType?
            public var unknownMembers = UnknownMembers()

            /// A value from its members.
            public init(endpoints: [String]? = nil, reqE2e: ReqE2e, verifierNonce: String, authType: VerifyAuthType? = nil) {
                self.endpoints = endpoints
                self.reqE2e = reqE2e
                self.verifierNonce = verifierNonce
                self.authType = authType
            }
        }
    }
}
