import HeraldJSON

/// The request that agrees on a session key with the TAS (OpenDID sheet 4.3, 5.5, 6.1).
public struct RequestEcdh: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The client's parameters for agreeing on the session key.
    public var reqEcdh: ReqEcdh
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, reqEcdh: ReqEcdh) {
        self.id = id
        self.txId = txId
        self.reqEcdh = reqEcdh
    }
}

/// The answer to ``RequestEcdh``.
public struct _RequestEcdh: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The TAS's parameters for agreeing on the session key.
    public var accEcdh: AccEcdh
    public var unknownMembers = UnknownMembers()

    public init(txId: String, accEcdh: AccEcdh) {
        self.txId = txId
        self.accEcdh = accEcdh
    }

    /// Creates the answer. Like the original initialiser, it has a parameter `id` that is not used (OpenDID sheet 4.9, #17).
    public init(id: String, txId: String, accEcdh: AccEcdh) {
        self.init(txId: txId, accEcdh: accEcdh)
    }
}

/// The request to the app's server for an ``AttestedAppInfo`` (OpenDID sheet 4.3, 5.5).
public struct RequestAttestedAppInfo: ModelObject {
    /// The id of the installed app.
    public var appId: String
    public var unknownMembers = UnknownMembers()

    public init(appId: String) {
        self.appId = appId
    }
}

/// The request to the TAS for a server token (OpenDID sheet 4.3, 5.5, 6.3).
public struct RequestCreateToken: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction's id.
    public var txId: String
    /// The content of the request.
    public var seed: ServerTokenSeed
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, seed: ServerTokenSeed) {
        self.id = id
        self.txId = txId
        self.seed = seed
    }
}

/// The answer to ``RequestCreateToken``.
public struct _RequestCreateToken: ModelObject {
    /// The transaction's id.
    public var txId: String
    /// The initialisation vector of the encrypted token data (16 bytes, multibase).
    public var iv: String
    /// The encrypted ``ServerTokenData``, in multibase.
    public var encStd: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, iv: String, encStd: String) {
        self.txId = txId
        self.iv = iv
        self.encStd = encStd
    }
}
