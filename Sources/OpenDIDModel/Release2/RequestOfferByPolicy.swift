import HeraldJSON

/// The request of a terminal of release 2 for an offer. The request contains the id of one of the verifier's policies (did-verifier-server
/// 2.0, `RequestOfferReqDto`). Terminals of release 1 send a ``RequestOfferPayload`` to the same path.
public struct RequestOfferByPolicy: ModelObject {
    /// The message's id. Upstream's demo sends none.
    public var id: String?
    /// The policy's id.
    public var policyId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String? = nil, policyId: String) {
        self.id = id
        self.policyId = policyId
    }
}
