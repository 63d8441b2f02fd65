import HeraldJSON

/// Opens a session with the TAS (OpenDID sheet 4.3, 5.5, 6.1).
public struct RequestEcdh: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction.
    public var txId: String
    /// The client's half.
    public var reqEcdh: ReqEcdh
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, reqEcdh: ReqEcdh) {
        self.id = id
        self.txId = txId
        self.reqEcdh = reqEcdh
    }
}

/// The answer to ``RequestEcdh``.
public struct _RequestEcdh: ModelObject {
    /// The transaction.
    public var txId: String
    /// The TAS's half.
    public var accEcdh: AccEcdh
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, accEcdh: AccEcdh) {
        self.txId = txId
        self.accEcdh = accEcdh
    }

    /// The same; the original initialiser takes an `id` that it does not use (OpenDID sheet 4.9, #17).
    public init(id: String, txId: String, accEcdh: AccEcdh) {
        self.init(txId: txId, accEcdh: accEcdh)
    }
}

/// Asks the app's server for an ``AttestedAppInfo`` (OpenDID sheet 4.3, 5.5).
public struct RequestAttestedAppInfo: ModelObject {
    /// The installation.
    public var appId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(appId: String) {
        self.appId = appId
    }
}

/// Asks the TAS for a server token (OpenDID sheet 4.3, 5.5, 6.3).
public struct RequestCreateToken: ModelObject {
    /// The message's id.
    public var id: String
    /// The transaction.
    public var txId: String
    /// What the token is for.
    public var seed: ServerTokenSeed
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, seed: ServerTokenSeed) {
        self.id = id
        self.txId = txId
        self.seed = seed
    }
}

/// The answer to ``RequestCreateToken``.
public struct _RequestCreateToken: ModelObject {
    /// The transaction.
    public var txId: String
    /// Of the encrypted token data (16 bytes, multibase).
    public var iv: String
    /// The encrypted ``ServerTokenData``, in multibase.
    public var encStd: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, iv: String, encStd: String) {
        self.txId = txId
        self.iv = iv
        self.encStd = encStd
    }
}
