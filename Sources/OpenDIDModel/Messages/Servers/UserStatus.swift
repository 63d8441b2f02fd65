import HeraldJSON

// The OpenDID sheet names the endpoints of the requests in this file, but describes the body of only one: `update-diddoc-deactivated`
// (OpenDID sheet 5.2, 5.10). The bodies of the others are modelled on it.

/// The request to suspend a user's DID.
public struct UpdateDidDocDeactivated: ModelObject {
    /// The user's id in the system that checked the user's identity.
    public var kycTxId: String
    public var unknownMembers = UnknownMembers()

    public init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// The request to revoke a user's DID for good.
public struct UpdateDidDocRevoked: ModelObject {
    /// The user's id in the system that checked the user's identity.
    public var kycTxId: String
    public var unknownMembers = UnknownMembers()

    public init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// The request to set the status of a user and of the user's DID. The DID identifies the user.
public struct UpdateUserStatus: ModelObject {
    /// The holder's DID.
    public var did: String
    /// The new status: `ACTIVATED`, `DEACTIVATED` or `REVOKED`.
    public var status: String
    public var unknownMembers = UnknownMembers()

    public init(did: String, status: String) {
        self.did = did
        self.status = status
    }
}

/// The answer to ``UpdateUserStatus``.
public struct _UpdateUserStatus: ModelObject {
    /// The id of the transaction in which the status was changed. Earlier servers omit it.
    public var txId: String?
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil) { self.txId = txId }
}

/// The answer to a request of an operator: an empty object.
public struct OperatorAnswer: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}
