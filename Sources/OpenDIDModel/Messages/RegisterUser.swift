import HeraldJSON

/// The first request of M132: a user asks to be registered (OpenDID sheet 4.3, 5.6).
public struct ProposeRegisterUser: ModelObject {
    /// The message's id.
    public var id: String
    public var unknownMembers = UnknownMembers()

    public init(id: String) {
        self.id = id
    }
}

/// The answer to ``ProposeRegisterUser``.
public struct _ProposeRegisterUser: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The request of M132 with which the wallet names the user's identity check to the TAS (OpenDID sheet 4.3, 5.6).
///
/// OpenDID sheet 4.9, #14: a heading of the original text says `RetieveKyc`. #15: its table gives ``serverToken`` the type
/// `ServerTokenSeed`.
public struct RetrieveKyc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    /// The user's id at the identity check. Release 1 requires it.
    public var kycTxId: String?
    /// The token of the identity check, which release 2 sends.
    public var kycToken: String?
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String, kycTxId: String? = nil, kycToken: String? = nil) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
        self.kycTxId = kycTxId
        self.kycToken = kycToken
    }
}

extension RetrieveKyc {
    /// Reads the request in the form of release 1, with the id of the identity check, or in the form of release 2, with its token.
    /// - Throws: `DecodingError` if a member is missing or malformed.
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
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The request of M132 that registers the holder's DID document (OpenDID sheet 4.3, 5.6).
public struct RequestRegisterUser: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The holder's document, signed by the device.
    public var signedDidDoc: SignedDIDDoc
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, signedDidDoc: SignedDIDDoc, serverToken: String) {
        self.id = id
        self.txId = txId
        self.signedDidDoc = signedDidDoc
        self.serverToken = serverToken
    }
}

/// The answer to ``RequestRegisterUser``.
public struct _RequestRegisterUser: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The last request of M132 (OpenDID sheet 4.3, 5.6).
public struct ConfirmRegisterUser: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token, `m` and base64 (OpenDID sheet 6.3).
    public var serverToken: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, serverToken: String) {
        self.id = id
        self.txId = txId
        self.serverToken = serverToken
    }
}

/// The answer to ``ConfirmRegisterUser``.
public struct _ConfirmRegisterUser: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}
