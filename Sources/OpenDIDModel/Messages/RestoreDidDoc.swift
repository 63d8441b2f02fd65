import HeraldJSON

/// The first request of M142: a holder asks to restore a DID (OpenDID sheet 4.3, 5.10).
public struct ProposeRestoreDidDoc: ModelObject {
    /// The message's id.
    public var id: String
    /// The offer's id.
    public var offerId: String
    /// The holder's DID.
    public var did: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, offerId: String, did: String) {
        self.id = id
        self.offerId = offerId
        self.did = did
    }
}

/// The answer to ``ProposeRestoreDidDoc``.
///
/// OpenDID sheet 4.9, #31: the original table omits ``authNonce``.
public struct _ProposeRestoreDidDoc: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The nonce that the client repeats in a ``DIDAuth`` (16 bytes, multibase).
    public var authNonce: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, authNonce: String) {
        self.txId = txId
        self.authNonce = authNonce
    }
}

/// The request of M142 that restores the DID (OpenDID sheet 4.3, 5.10).
///
/// OpenDID sheet 4.9, #16: a heading of the original text spells the name `RequestRestoreDIDDoc`.
public struct RequestRestoreDidDoc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    /// The proof that the holder controls its DID.
    public var didAuth: DIDAuth
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String, didAuth: DIDAuth) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.didAuth = didAuth
    }
}

/// The answer to ``RequestRestoreDidDoc``.
public struct _RequestRestoreDidDoc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The last request of M142 (OpenDID sheet 4.3, 5.10).
public struct ConfirmRestoreDidDoc: ModelObject {
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

/// The answer to ``ConfirmRestoreDidDoc``.
public struct _ConfirmRestoreDidDoc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}
