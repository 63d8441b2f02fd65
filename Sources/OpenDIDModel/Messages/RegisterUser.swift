import HeraldJSON

/// M132, first step: a user wants to be registered (OpenDID sheet 4.3, 5.6).
public struct ProposeRegisterUser: ModelObject {
    /// The message's id.
    public var id: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String) {
        self.id = id
    }
}

/// The answer to ``ProposeRegisterUser``.
public struct _ProposeRegisterUser: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}

/// M132: where the TAS finds out who the user is (OpenDID sheet 4.3, 5.6).
///
/// OpenDID sheet 4.9, #14: a heading of the original text says `RetieveKyc`. #15: its table takes ``serverToken`` for a
/// `ServerTokenSeed`.
public struct RetrieveKyc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction.
    public var txId: String
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    /// The user's id at the identity check; release 1 requires it.
    public var kycTxId: String?
    /// The token of the identity check, of release 2.
    public var kycToken: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, serverToken: String, kycTxId: String? = nil, kycToken: String? = nil) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.kycTxId = kycTxId
        self.kycToken = kycToken
    }
}

extension RetrieveKyc {
    /// Takes either form: the transaction of release 1, or the token of release 2.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            txId: try container.decode(String.self, forKey: .txId),
            serverToken: try container.decode(String.self, forKey: .serverToken),
            kycTxId: try container.decodeIfPresent(String.self, forKey: .kycTxId),
            kycToken: try container.decodeIfPresent(String.self, forKey: .kycToken))
        if kycTxId == nil, kycToken == nil { kycTxId = try container.decode(String.self, forKey: .kycTxId) }
    }
}

/// The answer to ``RetrieveKyc``.
public struct _RetrieveKyc: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}

/// M132: the holder's DID document for registration (OpenDID sheet 4.3, 5.6).
public struct RequestRegisterUser: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction.
    public var txId: String
    /// The document, signed by the device.
    public var signedDidDoc: SignedDIDDoc
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, signedDidDoc: SignedDIDDoc, serverToken: String) {
        self.id = id
        self.txId = txId
        self.signedDidDoc = signedDidDoc
        self.serverToken = serverToken
    }
}

/// The answer to ``RequestRegisterUser``.
public struct _RequestRegisterUser: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}

/// M132, last step (OpenDID sheet 4.3, 5.6).
public struct ConfirmRegisterUser: ModelObject {
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

/// The answer to ``ConfirmRegisterUser``.
public struct _ConfirmRegisterUser: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}
