import HeraldJSON

/// A terminal asks what came of its offer (OpenDID sheet 5.8, step 6).
public struct ConfirmVerify: ModelObject {
    /// The message's id; not always sent.
    public var id: String?
    /// The offer.
    public var offerId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, offerId: String) {
        self.id = id
        self.offerId = offerId
    }
}

/// The answer to ``ConfirmVerify``.
public struct _ConfirmVerify: ModelObject {
    /// True when a presentation was accepted under the offer.
    public var result: Bool
    /// ``claims`` as they are on the wire: an absent member and an empty list are two things.
    public var claimsMember: [VerifiableCredential.Claim]?
    public var unknownMembers = UnknownMembers()

    /// The claims that were shown, of all credentials in their order; empty until then.
    public var claims: [VerifiableCredential.Claim] {
        get { claimsMember ?? [] }
        set { claimsMember = newValue }
    }

    enum CodingKeys: String, CodingKey {
        case result
        case claimsMember = "claims"
    }

    /// A value from its members.
    public init(result: Bool, claims: [VerifiableCredential.Claim]? = nil) {
        self.result = result
        claimsMember = claims
    }
}
