import HeraldJSON

/// The request to send a user a push message with an offer to restore the user's DID (OpenDID sheet 5.10).
public struct OfferRestoreByPush: ModelObject {
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

/// The request to send a user a mail with an offer to restore the user's DID.
public struct OfferRestoreByEmail: ModelObject {
    /// The message's id.
    public var id: String
    /// The holder's DID.
    public var did: String
    /// The mail address.
    public var email: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, did: String, email: String) {
        self.id = id
        self.did = did
        self.email = email
    }
}

/// The answer to the request to offer the restoration of a DID.
public struct _OfferRestore: ModelObject {
    /// The offer's id.
    public var offerId: String
    public var unknownMembers = UnknownMembers()

    public init(offerId: String) { self.offerId = offerId }
}
