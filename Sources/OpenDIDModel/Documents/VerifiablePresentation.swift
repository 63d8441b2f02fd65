import HeraldJSON

/// Credentials that a holder shows to a verifier (OpenDID sheet 3.4, 4.1).
public struct VerifiablePresentation: ModelObject, ProofsContainer, Identifiable {
    /// `["https://www.w3.org/ns/credentials/v2"]`.
    public var context: [String]
    /// A UUID.
    public var id: String
    /// `["VerifiablePresentation"]`.
    public var type: [String]
    /// The holder's DID.
    public var holder: String
    /// Since when it holds (datetime).
    @UTCDatetime public var validFrom: String
    /// Until when it holds (datetime).
    @UTCDatetime public var validUntil: String
    /// The text that the verifier's profile had, unchanged (multibase).
    public var verifierNonce: String
    /// The credentials, each with the claims that are shown.
    public var verifiableCredential: [VerifiableCredential]
    /// The holder's proof, when it is one.
    public var proof: Proof?
    /// The holder's proofs, when there are several.
    public var proofs: [Proof]?
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, holder, validFrom, validUntil, verifierNonce, verifiableCredential, proof, proofs
    }

    /// A value from its members.
    public init(
        context: [String], id: String, type: [String], holder: String, validFrom: String, validUntil: String,
        verifierNonce: String, verifiableCredential: [VerifiableCredential], proof: Proof? = nil, proofs: [Proof]? = nil
    ) {
        self.context = context
        self.id = id
        self.type = type
        self.holder = holder
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.verifierNonce = verifierNonce
        self.verifiableCredential = verifiableCredential
        self.proof = proof
        self.proofs = proofs
    }
}
