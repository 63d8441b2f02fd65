import HeraldJSON

// The sheet names these endpoints and the first one's member (OpenDID sheet 5.2, 5.10); the others follow it.

/// Takes a user's DID out of use for the time being.
public struct UpdateDidDocDeactivated: ModelObject {
    /// The user's id at the identity check.
    public var kycTxId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// Takes a user's DID out of use for good.
public struct UpdateDidDocRevoked: ModelObject {
    /// The user's id at the identity check.
    public var kycTxId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(kycTxId: String) { self.kycTxId = kycTxId }
}

/// Sets the status of a user, by DID, together with that of the DID.
public struct UpdateUserStatus: ModelObject {
    /// The holder's DID.
    public var did: String
    /// `ACTIVATED`, `DEACTIVATED` or `REVOKED`.
    public var status: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String, status: String) {
        self.did = did
        self.status = status
    }
}

/// The answer to ``UpdateUserStatus``.
public struct _UpdateUserStatus: ModelObject {
    /// The transaction under which the change was made; earlier servers leave it out.
    public var txId: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String? = nil) { self.txId = txId }
}

/// The answer to an operator: an empty object.
public struct OperatorAnswer: ModelObject {
    public var unknownMembers = UnknownMembers()

    /// The empty object.
    public init() {}
}
