import HeraldJSON

/// Credentials that a holder shows to a verifier (OpenDID sheet 3.4, 4.1).
///
/// ```swift
/// let presentation = try VerifiablePresentation(jsonBytes: bytes)   // the JSON text
/// for credential in presentation.verifiableCredential {
///     print(credential.issuer.id, credential.credentialSubject.claims.map(\.caption))
/// }
/// ```
public struct VerifiablePresentation: ModelObject, ProofsContainer, Identifiable {
    /// The context: `["https://www.w3.org/ns/credentials/v2"]`.
    public var context: [String]
    /// A UUID.
    public var id: String
    /// The type: `["VerifiablePresentation"]`.
    public var type: [String]
    /// The holder's DID.
    public var holder: String
    /// The start of the validity (datetime).
    @UTCDatetime public var validFrom: String
    /// The end of the validity (datetime).
    @UTCDatetime public var validUntil: String
    /// The nonce of the verifier's profile, unchanged (multibase).
    public var verifierNonce: String
    /// The credentials, each with the claims that the holder shows.
    public var verifiableCredential: [VerifiableCredential]
    /// The holder's proof, if there is only one.
    public var proof: Proof?
    /// The holder's proofs, if there are several.
    public var proofs: [Proof]?
    public var unknownMembers = UnknownMembers()

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, holder, validFrom, validUntil, verifierNonce, verifiableCredential, proof, proofs
    }

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
