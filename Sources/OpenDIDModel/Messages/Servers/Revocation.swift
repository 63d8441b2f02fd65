import HeraldJSON

/// The first request of M220 from the TAS to the issuer: the TAS asks whether the credential may be revoked (OpenDID sheet 5.9, step 1).
public struct InspectProposeRevoke: ModelObject {
    /// The message's id.
    public var id: String
    /// The credential's id.
    public var vcId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, vcId: String) {
        self.id = id
        self.vcId = vcId
    }
}

/// The answer to ``InspectProposeRevoke``.
public struct _InspectProposeRevoke: ModelObject {
    /// The id of the issuer's transaction. The TAS has a transaction of its own.
    public var txId: String
    /// The nonce that the holder repeats in a ``ReqRevokeVc`` (16 bytes, multibase).
    public var issuerNonce: String
    /// The ways in which the holder must unlock the keys.
    public var authType: VerifyAuthType
    public var unknownMembers = UnknownMembers()

    public init(txId: String, issuerNonce: String, authType: VerifyAuthType) {
        self.txId = txId
        self.issuerNonce = issuerNonce
        self.authType = authType
    }
}

/// The request of M220 in which the TAS passes the holder's signed request to the issuer (OpenDID sheet 5.9, step 6).
public struct RevokeVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The id of the issuer's transaction.
    public var txId: String
    /// The request that the holder signed.
    public var request: ReqRevokeVc
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, request: ReqRevokeVc) {
        self.id = id
        self.txId = txId
        self.request = request
    }
}

/// The answer to ``RevokeVc``.
public struct _RevokeVc: ModelObject {
    /// The id of the issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) { self.txId = txId }
}

/// The last request of M220 from the TAS to the issuer (OpenDID sheet 5.9, step 7).
public struct CompleteRevoke: ModelObject {
    /// The message's id.
    public var id: String
    /// The id of the issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String) {
        self.id = id
        self.txId = txId
    }
}

/// The answer to ``CompleteRevoke``.
public struct _CompleteRevoke: ModelObject {
    /// The id of the issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) { self.txId = txId }
}
