import HeraldJSON

/// A verifier's profile: a description of the requested claims and of the way to show them (OpenDID sheet 4.2, 5.8).
///
/// ```swift
/// let profile = try VerifyProfile(from: text)
/// for wanted in profile.profile.filter.credentialSchemas { print(wanted.id, wanted.requiredClaims ?? []) }
/// ```
public struct VerifyProfile: ModelObject, ProofContainer {
    /// The profile's UUID.
    public var id: String
    /// The kind of profile: `VerifyProfile`.
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
    /// The verifier's proof.
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

    /// The content of a ``VerifyProfile`` (OpenDID sheet 4.2).
    public struct Profile: ModelObject {
        /// The verifier.
        public var verifier: ProviderDetail
        /// The credentials and claims that the verifier asks for.
        public var filter: ProfileFilter
        /// The URLs and parameters for the presentation.
        public var process: Process
        public var unknownMembers = UnknownMembers()

        public init(verifier: ProviderDetail, filter: ProfileFilter, process: Process) {
            self.verifier = verifier
            self.filter = filter
            self.process = process
        }

        /// The credentials and claims that a verifier accepts (OpenDID sheet 3.4, 4.2).
        public struct ProfileFilter: ModelObject {
            /// One entry for each kind of credential.
            public var credentialSchemas: [CredentialSchema]
            public var unknownMembers = UnknownMembers()

            public init(credentialSchemas: [CredentialSchema]) {
                self.credentialSchemas = credentialSchemas
            }

            /// The verifier's request for one kind of credential (OpenDID sheet 3.4, 4.2).
            public struct CredentialSchema: ModelObject {
                /// The URL of a ``VCSchema``.
                public var id: String
                /// The kind of schema.
                public var type: CredentialSchemaType
                /// The schema itself, in multibase.
                public var value: String?
                /// True if the verifier requests the whole credential, with all claims and the issuer's signature of the whole.
                public var presentAll: Bool?
                /// Codes of the claims that are displayed to the holder.
                public var displayClaims: [String]?
                /// Codes of the claims that must be present. An absent member requires none.
                public var requiredClaims: [String]?
                /// DIDs of the accepted issuers. An absent member accepts every issuer.
                public var allowedIssuers: [String]?
                public var unknownMembers = UnknownMembers()

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

        /// The URLs and parameters for showing the presentation (OpenDID sheet 4.2, 6.2).
        public struct Process: ModelObject {
            /// The URLs of the server.
            public var endpoints: [String]?
            /// The verifier's parameters for the encrypted channel. They have no proof of their own, because the profile's proof covers
            /// them.
            public var reqE2e: ReqE2e
            /// The nonce that the holder sends back unchanged (16 bytes, multibase).
            public var verifierNonce: String
            /// The ways in which the holder must unlock the keys. An absent member sets no restriction.
            public var authType: VerifyAuthType?
            public var unknownMembers = UnknownMembers()

            public init(
                endpoints: [String]? = nil, reqE2e: ReqE2e, verifierNonce: String, authType: VerifyAuthType? = nil
            ) {
                self.endpoints = endpoints
                self.reqE2e = reqE2e
                self.verifierNonce = verifierNonce
                self.authType = authType
            }
        }
    }
}
