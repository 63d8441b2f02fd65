import HeraldJSON

/// Registers a wallet with the TAS (OpenDID sheet 4.3, 5.4).
///
/// OpenDID sheet 4.9, #41: the original text does not have it.
public struct RequestAttestedDIDDoc: ModelObject {
    /// The message's id.
    public var id: String
    /// The device's DID document, as the wallet provider attests it.
    public var attestedDidDoc: AttestedDIDDoc
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, attestedDidDoc: AttestedDIDDoc) {
        self.id = id
        self.attestedDidDoc = attestedDidDoc
    }

    /// The same, with the label that the original initialiser has.
    public init(id: String, attestedDIDDoc: AttestedDIDDoc) {
        self.init(id: id, attestedDidDoc: attestedDIDDoc)
    }
}

/// The answer to ``RequestAttestedDIDDoc``.
public struct _RequestRegisterWallet: ModelObject {
    /// The transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) {
        self.txId = txId
    }
}

/// Tells the TAS where to send push messages (OpenDID sheet 4.3, 5.6).
///
/// OpenDID sheet 4.9, #41: the original text does not have it.
public struct UpdatePushToken: ModelObject {
    /// The message's id.
    public var id: String
    /// The holder's DID.
    public var did: String
    /// The installation.
    public var appId: String
    /// The push service's token.
    public var pushToken: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
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

    /// The empty object.
    public init() {}
}
