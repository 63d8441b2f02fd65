import HeraldJSON

/// M220, first step: a holder wants a credential revoked (OpenDID sheet 4.3, 5.9).
public struct ProposeRevokeVc: ModelObject {
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

/// The answer to ``ProposeRevokeVc``.
///
/// OpenDID sheet 4.9, #31: the original table omits ``txId``.
public struct _ProposeRevokeVc: ModelObject {
    /// The transaction.
    public var txId: String
    /// To be sent back in a ``ReqRevokeVc`` (16 bytes, multibase).
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

/// M220: asks for the revocation (OpenDID sheet 4.3, 5.9).
public struct RequestRevokeVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction.
    public var txId: String
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    /// The wish, signed by the holder.
    public var request: ReqRevokeVc
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, serverToken: String, request: ReqRevokeVc) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.request = request
    }
}

/// The answer to ``RequestRevokeVc``.
public struct _RequestRevokeVc: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}

/// M220, last step (OpenDID sheet 4.3, 5.9).
public struct ConfirmRevokeVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction.
    public var txId: String
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, serverToken: String) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
    }
}

/// The answer to ``ConfirmRevokeVc``.
public struct _ConfirmRevokeVc: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}
