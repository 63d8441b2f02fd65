import HeraldJSON

/// An offer to restore a DID (OpenDID sheet 4.4, 7.1).
///
/// OpenDID sheet 4.9, #28 and #41: the original text does not have this type, but M142 needs it.
public struct RestoreDidOfferPayload: ModelObject {
    /// The offer's UUID.
    public var offerId: String
    /// The kind of offer: `RestoreDidOffer`.
    public var type: OfferTypeEnum
    /// The holder's DID.
    public var did: String
    public var unknownMembers = UnknownMembers()

    public init(offerId: String, type: OfferTypeEnum = .RestoreDidOffer, did: String) {
        self.offerId = offerId
        self.type = type
        self.did = did
    }
}
