import HeraldJSON

/// Offers a user to take the DID back into use, by a push message (OpenDID sheet 5.10).
public struct OfferRestoreByPush: ModelObject {
    /// The message's id.
    public var id: String
    /// The holder's DID.
    public var did: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, did: String) {
        self.id = id
        self.did = did
    }
}

/// The same by mail.
public struct OfferRestoreByEmail: ModelObject {
    /// The message's id.
    public var id: String
    /// The holder's DID.
    public var did: String
    /// The mail address.
    public var email: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, did: String, email: String) {
        self.id = id
        self.did = did
        self.email = email
    }
}

/// The answer to an offer of restoration.
public struct _OfferRestore: ModelObject {
    /// The offer.
    public var offerId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(offerId: String) { self.offerId = offerId }
}
