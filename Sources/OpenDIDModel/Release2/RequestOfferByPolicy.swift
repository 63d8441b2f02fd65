import HeraldJSON

/// What a terminal of release 2 asks a verifier for: an offer under a policy that the verifier knows by its id (did-verifier-server 2.0,
/// `RequestOfferReqDto`). Terminals of release 1 send a ``RequestOfferPayload`` to the same place.
public struct RequestOfferByPolicy: ModelObject {
    /// The message's id; upstream's demo sends none.
    public var id: String?
    /// The policy.
    public var policyId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, policyId: String) {
        self.id = id
        self.policyId = policyId
    }
}
