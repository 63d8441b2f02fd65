import HeraldJSON

/// A signature and what it means (OpenDID sheet 2.2 to 2.5, 4.1).
public struct Proof: ModelObject, ProofProtocol {
    /// When it was made (datetime).
    @UTCDatetime public var created: String
    /// What the signer meant by it.
    public var proofPurpose: ProofPurpose
    /// The key: a DID URL such as `did:omn:issuer?versionId=1#assert`.
    public var verificationMethod: String
    /// The algorithm.
    public var type: ProofType
    /// The signature, 65 bytes in multibase; absent in what is signed.
    public var proofValue: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(
        created: String, proofPurpose: ProofPurpose, verificationMethod: String, type: ProofType, proofValue: String? = nil
    ) {
        self.created = created
        self.proofPurpose = proofPurpose
        self.verificationMethod = verificationMethod
        self.type = type
        self.proofValue = proofValue
    }
}

/// The signatures of a credential: one of the whole, one of each claim (OpenDID sheet 2.2, 3.3, 4.1).
///
/// OpenDID sheet 4.9, #1: the original declaration starts with a stray line of another type; these are its six members.
public struct VCProof: ModelObject, ProofProtocol {
    /// When they were made (datetime).
    @UTCDatetime public var created: String
    /// What the issuer meant by them.
    public var proofPurpose: ProofPurpose
    /// The key: a DID URL.
    public var verificationMethod: String
    /// The algorithm.
    public var type: ProofType
    /// The signature of the whole, in multibase; absent where only some claims are shown.
    public var proofValue: String?
    /// The signatures of the claims in their order, in multibase.
    public var proofValueList: [String]?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(
        created: String, proofPurpose: ProofPurpose, verificationMethod: String, type: ProofType, proofValue: String? = nil,
        proofValueList: [String]? = nil
    ) {
        self.created = created
        self.proofPurpose = proofPurpose
        self.verificationMethod = verificationMethod
        self.type = type
        self.proofValue = proofValue
        self.proofValueList = proofValueList
    }
}
