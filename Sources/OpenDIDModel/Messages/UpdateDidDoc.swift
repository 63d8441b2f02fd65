import HeraldJSON

/// The first request of M141: a holder asks to update a DID document (OpenDID sheet 4.3, 5.11).
///
/// OpenDID sheet 4.9, #41: the original text does not have M141.
public struct ProposeUpdateDidDoc: ModelObject {
    /// The message's id.
    public var id: String
    /// The holder's DID.
    public var did: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, did: String) {
        self.id = id
        self.did = did
    }
}

/// The answer to ``ProposeUpdateDidDoc``.
public struct _ProposeUpdateDidDoc: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The nonce that the client repeats in a ``DIDAuth`` (16 bytes, multibase). Trust agents of release 1 omit the nonce, although their
    /// documentation has it. Without the nonce, the holder cannot authenticate an update.
    public var authNonce: String?
    public var unknownMembers = UnknownMembers()

    public init(txId: String, authNonce: String? = nil) {
        self.txId = txId
        self.authNonce = authNonce
    }
}

/// The request of M141 with the new version of the DID document (OpenDID sheet 4.3, 5.11).
public struct RequestUpdateDidDoc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    /// The proof that the holder controls its DID.
    public var didAuth: DIDAuth
    /// The holder's document, signed by the device.
    public var signedDidDoc: SignedDIDDoc
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String, didAuth: DIDAuth, signedDidDoc: SignedDIDDoc) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.didAuth = didAuth
        self.signedDidDoc = signedDidDoc
    }
}

/// The answer to ``RequestUpdateDidDoc``.
public struct _RequestUpdateDidDoc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The last request of M141 (OpenDID sheet 4.3, 5.11).
public struct ConfirmUpdateDidDoc: ModelObject {
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

/// The answer to ``ConfirmUpdateDidDoc``.
public struct _ConfirmUpdateDidDoc: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}
