import HeraldJSON

/// A verifier's request for a zero-knowledge proof, of release 2 (did-datamodel-sdk-server 2.0, `ProofRequestProfile`).
///
/// This type can only be decoded and encoded. Herald neither creates nor checks zero-knowledge proofs (OpenDID sheet 10).
public struct ProofRequestProfile: ModelObject, ProofContainer {
    /// The profile's UUID.
    public var id: String
    /// The kind of profile: `ProofRequestProfile`.
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
        id: String, type: ProfileType = .ProofRequestProfile, title: String, description: String? = nil,
        logo: LogoImage? = nil,
        encoding: String, language: String, profile: Profile, proof: Proof? = nil
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

    /// The content of a ``ProofRequestProfile``: the verifier, the requested proof and the encrypted channel for the answer. It has no
    /// `process`, unlike other profiles. It has no verifier's nonce either, because the nonce of the channel replaces it.
    public struct Profile: ModelObject {
        /// The verifier.
        public var verifier: ProviderDetail
        /// The description of the requested proof.
        public var proofRequest: ZKPProofRequest
        /// The verifier's parameters for the encrypted channel.
        public var reqE2e: ReqE2e
        public var unknownMembers = UnknownMembers()

        public init(verifier: ProviderDetail, proofRequest: ZKPProofRequest, reqE2e: ReqE2e) {
            self.verifier = verifier
            self.proofRequest = proofRequest
            self.reqE2e = reqE2e
        }
    }
}

/// The attributes and predicates that a zero-knowledge proof must show (did-client-sdk-ios 2.0, `ProofRequest`).
public struct ZKPProofRequest: ModelObject {
    /// A name for people.
    public var name: String
    /// The request's version.
    public var version: String
    /// A nonce: a large number in decimal digits.
    public var nonce: String
    /// The requested attributes, by a name that the verifier chose. Each has the members `name` and `restrictions`.
    public var requestedAttributes: [String: ZKPObject]?
    /// The requested predicates, which compare an attribute with a number, by a name that the verifier chose. Each has the members `name`,
    /// `pType`, `pValue` and `restrictions`.
    public var requestedPredicates: [String: ZKPObject]?
    public var unknownMembers = UnknownMembers()

    public init(
        name: String, version: String, nonce: String, requestedAttributes: [String: ZKPObject]? = nil,
        requestedPredicates: [String: ZKPObject]? = nil
    ) {
        self.name = name
        self.version = version
        self.nonce = nonce
        self.requestedAttributes = requestedAttributes
        self.requestedPredicates = requestedPredicates
    }
}

/// An object of the anonymous credentials of release 2. It is preserved unchanged: all its members are in ``unknownMembers`` (OpenDID sheet
/// 10).
public struct ZKPObject: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}
