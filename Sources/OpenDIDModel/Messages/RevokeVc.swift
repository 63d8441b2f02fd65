import HeraldJSON

/// The first request of M220: a holder asks to revoke a credential (OpenDID sheet 4.3, 5.9).
public struct ProposeRevokeVc: ModelObject {
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

/// The answer to ``ProposeRevokeVc``.
///
/// OpenDID sheet 4.9, #31: the original table omits ``txId``.
public struct _ProposeRevokeVc: ModelObject {
    /// The transaction's id.
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

/// The request of M220 that revokes the credential (OpenDID sheet 4.3, 5.9).
public struct RequestRevokeVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    /// The request that the holder signed.
    public var request: ReqRevokeVc
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String, request: ReqRevokeVc) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.request = request
    }
}

/// The answer to ``RequestRevokeVc``.
public struct _RequestRevokeVc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The last request of M220 (OpenDID sheet 4.3, 5.9).
public struct ConfirmRevokeVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
    }
}

/// The answer to ``ConfirmRevokeVc``.
public struct _ConfirmRevokeVc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}
