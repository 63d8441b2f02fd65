import HeraldJSON

/// The request that registers a wallet with the TAS (OpenDID sheet 4.3, 5.4).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public struct RequestAttestedDIDDoc: ModelObject {
    /// The message's id.
    public var id: String
    /// The device's DID document, attested by the wallet provider.
    public var attestedDidDoc: AttestedDIDDoc
    public var unknownMembers = UnknownMembers()

    public init(id: String, attestedDidDoc: AttestedDIDDoc) {
        self.id = id
        self.attestedDidDoc = attestedDidDoc
    }

    /// Creates the request. The argument label is `attestedDIDDoc`, as in the original initialiser.
    public init(id: String, attestedDIDDoc: AttestedDIDDoc) {
        self.init(id: id, attestedDidDoc: attestedDIDDoc)
    }
}

/// The answer to ``RequestAttestedDIDDoc``.
public struct _RequestRegisterWallet: ModelObject {
    /// The transaction's id.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) {
        self.txId = txId
    }
}

/// The request that gives the TAS the token for sending push messages to the app (OpenDID sheet 4.3, 5.6).
///
/// OpenDID sheet 4.9, #41: the original text does not have this type.
public struct UpdatePushToken: ModelObject {
    /// The message's id.
    public var id: String
    /// The holder's DID.
    public var did: String
    /// The id of the installed app.
    public var appId: String
    /// The push service's token.
    public var pushToken: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, did: String, appId: String, pushToken: String) {
        self.id = id
        self.did = did
        self.appId = appId
        self.pushToken = pushToken
    }
}

/// The answer to ``UpdatePushToken``: an empty object.
public struct _UpdatePushToken: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}
