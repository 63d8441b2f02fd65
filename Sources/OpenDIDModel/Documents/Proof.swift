import HeraldJSON

/// A signature and its purpose (OpenDID sheet 2.2 to 2.5, 4.1).
///
/// ```swift
/// for proof in document.allProofs {
///     let key = try DIDURL(proof.verificationMethod)
///     print(proof.proofPurpose, key.did, key.keyId ?? "", proof.created)
/// }
/// ```
public struct Proof: ModelObject, ProofProtocol {
    /// The time of signing (datetime).
    @UTCDatetime public var created: String
    /// The purpose of the proof.
    public var proofPurpose: ProofPurpose
    /// The DID URL of the key, such as `did:omn:issuer?versionId=1#assert`.
    public var verificationMethod: String
    /// The algorithm.
    public var type: ProofType
    /// The signature, 65 bytes in multibase. The signed text does not have this member.
    public var proofValue: String?
    public var unknownMembers = UnknownMembers()

    public init(
        created: String, proofPurpose: ProofPurpose, verificationMethod: String, type: ProofType,
        proofValue: String? = nil
    ) {
        self.created = created
        self.proofPurpose = proofPurpose
        self.verificationMethod = verificationMethod
        self.type = type
        self.proofValue = proofValue
    }
}

/// The issuer's signatures of a credential: one of the whole credential and one of each claim (OpenDID sheet 2.2, 3.3, 4.1).
///
/// OpenDID sheet 4.9, #1: the original declaration starts with a line of another type by mistake. This type has the six members that the
/// original declares.
public struct VCProof: ModelObject, ProofProtocol {
    /// The time of signing (datetime).
    @UTCDatetime public var created: String
    /// The purpose of the proof.
    public var proofPurpose: ProofPurpose
    /// The DID URL of the key.
    public var verificationMethod: String
    /// The algorithm.
    public var type: ProofType
    /// The signature of the whole credential, in multibase. It is absent if the holder shows only some claims.
    public var proofValue: String?
    /// The signatures of the claims, in the order of the claims, in multibase.
    public var proofValueList: [String]?
    public var unknownMembers = UnknownMembers()

    public init(
        created: String, proofPurpose: ProofPurpose, verificationMethod: String, type: ProofType,
        proofValue: String? = nil,
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
