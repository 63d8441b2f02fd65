import HeraldJSON

/// The answer of a verifier of release 2 to a ``RequestProfile``, if the verifier asks for a zero-knowledge proof (did-client-sdk-ios 2.0,
/// M310).
public struct _RequestProofRequestProfile: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The description of the requested proof.
    public var proofRequestProfile: ProofRequestProfile
    public var unknownMembers = UnknownMembers()

    public init(txId: String, proofRequestProfile: ProofRequestProfile) {
        self.txId = txId
        self.proofRequestProfile = proofRequestProfile
    }
}

/// The request with which a wallet of release 2 sends a zero-knowledge proof (did-client-sdk-ios 2.0, M310).
public struct RequestVerifyProof: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String?
    /// The holder's parameters for the encrypted channel.
    public var accE2e: AccE2e
    /// The encrypted proof, in multibase.
    public var encProof: String
    /// A nonce: a large number in decimal digits.
    public var nonce: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String? = nil, accE2e: AccE2e, encProof: String, nonce: String) {
        self.id = id
        self.txId = txId
        self.accE2e = accE2e
        self.encProof = encProof
        self.nonce = nonce
    }
}

/// The answer to ``RequestVerifyProof``.
public struct _RequestVerifyProof: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The answer of a gateway of release 2 to a request for the schema of an anonymous credential.
public struct ZKPSchemaVO: ModelObject {
    /// The schema's JSON in multibase.
    public var credSchema: String
    public var unknownMembers = UnknownMembers()

    public init(credSchema: String) {
        self.credSchema = credSchema
    }
}

/// The answer of a gateway of release 2 to a request for the definition of an anonymous credential.
public struct ZKPDefinitionVO: ModelObject {
    /// The definition's JSON in multibase.
    public var credDef: String
    public var unknownMembers = UnknownMembers()

    public init(credDef: String) {
        self.credDef = credDef
    }
}
