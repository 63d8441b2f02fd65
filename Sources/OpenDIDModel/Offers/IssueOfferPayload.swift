import HeraldJSON

/// An offer to issue a credential (OpenDID sheet 4.4, 7.1).
///
/// OpenDID sheet 4.9, #2: the original declaration lacks its closing brace. OpenDID sheet 4.9, #26: as in the original declaration,
/// ``offerId`` and ``validUntil`` are optional, although servers always send them.
public struct IssueOfferPayload: ModelObject {
    /// The offer's UUID.
    public var offerId: String?
    /// The kind of offer: `IssueOffer`.
    public var type: OfferTypeEnum
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    /// The end of the offer's validity (datetime).
    @UTCDatetime public var validUntil: String?
    public var unknownMembers = UnknownMembers()

    public init(
        offerId: String? = nil, type: OfferTypeEnum, vcPlanId: String, issuer: String, validUntil: String? = nil
    ) {
        self.offerId = offerId
        self.type = type
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.validUntil = validUntil
    }
}
