import HeraldJSON

/// A terminal's request for the result of its offer (OpenDID sheet 5.8, step 6).
public struct ConfirmVerify: ModelObject {
    /// The message's id. Some senders leave it out.
    public var id: String?
    /// The offer's id.
    public var offerId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String? = nil, offerId: String) {
        self.id = id
        self.offerId = offerId
    }
}

/// The answer to ``ConfirmVerify``.
public struct _ConfirmVerify: ModelObject {
    /// True if the verifier accepted a presentation under the offer.
    public var result: Bool
    /// The JSON member behind ``claims``. `nil` means that the member is absent. An empty list is encoded as an empty list.
    public var claimsMember: [VerifiableCredential.Claim]?
    public var unknownMembers = UnknownMembers()

    /// The claims of all credentials that the holder showed, in the order of the credentials. Empty if no presentation was accepted yet.
    public var claims: [VerifiableCredential.Claim] {
        get { claimsMember ?? [] }
        set { claimsMember = newValue }
    }

    enum CodingKeys: String, CodingKey {
        case result
        case claimsMember = "claims"
    }

    public init(result: Bool, claims: [VerifiableCredential.Claim]? = nil) {
        self.result = result
        claimsMember = claims
    }
}
