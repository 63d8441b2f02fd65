import HeraldJSON

/// M220 behind the TAS, first step: may this credential be revoked (OpenDID sheet 5.9, step 1).
public struct InspectProposeRevoke: ModelObject {
    /// The message's id.
    public var id: String
    /// The credential's id.
    public var vcId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, vcId: String) {
        self.id = id
        self.vcId = vcId
    }
}

/// The answer to ``InspectProposeRevoke``.
public struct _InspectProposeRevoke: ModelObject {
    /// The issuer's transaction; the TAS has one of its own.
    public var txId: String
    /// To be sent back in a `ReqRevokeVc` (16 bytes, multibase).
    public var issuerNonce: String
    /// How the holder has to open the keys.
    public var authType: VerifyAuthType
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, issuerNonce: String, authType: VerifyAuthType) {
        self.txId = txId
        self.issuerNonce = issuerNonce
        self.authType = authType
    }
}

/// M220 behind the TAS: the holder's wish (OpenDID sheet 5.9, step 6).
public struct RevokeVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The issuer's transaction.
    public var txId: String
    /// The wish, signed by the holder.
    public var request: ReqRevokeVc
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, request: ReqRevokeVc) {
        self.id = id
        self.txId = txId
        self.request = request
    }
}

/// The answer to ``RevokeVc``.
public struct _RevokeVc: ModelObject {
    /// The issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) { self.txId = txId }
}

/// M220 behind the TAS, last step (OpenDID sheet 5.9, step 7).
public struct CompleteRevoke: ModelObject {
    /// The message's id.
    public var id: String
    /// The issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String) {
        self.id = id
        self.txId = txId
    }
}

/// The answer to ``CompleteRevoke``.
public struct _CompleteRevoke: ModelObject {
    /// The issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) { self.txId = txId }
}
