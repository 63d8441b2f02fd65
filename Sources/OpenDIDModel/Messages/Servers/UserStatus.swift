import HeraldJSON

// The sheet names these endpoints and the member of the first request (OpenDID sheet 5.2, 5.10). The other requests follow its example.

/// The request to suspend a user's DID.
public struct UpdateDidDocDeactivated: ModelObject {
    /// The user's id at the identity check.
    public var kycTxId: String
    public var unknownMembers = UnknownMembers()

    public init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// The request to revoke a user's DID for good.
public struct UpdateDidDocRevoked: ModelObject {
    /// The user's id at the identity check.
    public var kycTxId: String
    public var unknownMembers = UnknownMembers()

    public init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// The request to set the status of a user and of the DID, by DID.
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
    /// The id of the transaction of the change. Earlier servers leave it out.
    public var txId: String?
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil) { self.txId = txId }
}

/// The answer to a request of an operator: an empty object.
public struct OperatorAnswer: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}
