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

/// The request of M132 in which the wallet sends the TAS the reference of the user's identity check (OpenDID sheet 4.3, 5.6).
///
/// OpenDID sheet 4.9, #14: a heading of the original text misspells the name as `RetieveKyc`. OpenDID sheet 4.9, #15: its table gives
/// ``serverToken`` the wrong type `ServerTokenSeed`.
public struct RetrieveKyc: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
    public var serverToken: String
    /// The user's id in the system that checked the user's identity. Release 1 requires this member.
    public var kycTxId: String?
    /// The token that the identity check issued. Only wallets of release 2 send it.
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
    /// Reads the request of release 1, which has `kycTxId`, or of release 2, which may have `kycToken` instead.
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
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
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
    /// The server token in base64, after the multibase prefix `m` (OpenDID sheet 6.3).
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
