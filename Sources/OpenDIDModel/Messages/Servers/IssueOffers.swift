import HeraldJSON
import HeraldKeys

/// Makes an issuer offer a credential; the answer is for a QR code (OpenDID sheet 5.2, 7.2).
public struct OfferIssueByQR: ModelObject {
    /// The message's id; upstream's demo sends none.
    public var id: String?
    /// The plan of the credential.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, vcPlanId: String, issuer: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
    }
}

/// The same by a push message.
public struct OfferIssueByPush: ModelObject {
    /// The message's id; upstream's demo sends none.
    public var id: String?
    /// The plan of the credential.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    /// The holder's DID.
    public var holder: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, vcPlanId: String, issuer: String, holder: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.holder = holder
    }
}

/// The same by mail.
public struct OfferIssueByEmail: ModelObject {
    /// The message's id; upstream's demo sends none.
    public var id: String?
    /// The plan of the credential.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    /// The mail address.
    public var email: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, vcPlanId: String, issuer: String, email: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.email = email
    }
}

/// The answer to an offer of a credential.
///
/// Upstream tells ``offerId`` and ``validUntil``, and for a QR code ``issueOfferPayload``. Our trust agent adds what the code shows:
/// readers of the code ignore the members that ``DataPayload`` does not have (OpenDID sheet 7.2).
public struct _OfferIssue: ModelObject {
    /// The offer.
    public var offerId: String?
    /// Until when it holds, as the issuer says it (datetime).
    @UTCDatetime public var validUntil: String?
    /// The offer itself, where it travels as a QR code.
    public var issueOfferPayload: IssueOfferPayload?
    /// What ``payload`` holds.
    public var payloadType: PayloadTypeEnum?
    /// The offer's JSON in multibase.
    public var payload: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(
        offerId: String?, validUntil: String? = nil, issueOfferPayload: IssueOfferPayload? = nil, payloadType: PayloadTypeEnum? = nil,
        payload: String? = nil
    ) {
        self.offerId = offerId
        self.validUntil = validUntil
        self.issueOfferPayload = issueOfferPayload
        self.payloadType = payloadType
        self.payload = payload
    }

    /// What a QR code shows: as the trust agent gave it, otherwise made of ``issueOfferPayload``; `nil` where the answer has neither.
    /// - Throws: `JSONError` for an offer that has no JSON.
    public func dataPayload() throws(JSONError) -> DataPayload? {
        if let payloadType, let payload { return DataPayload(payloadType: payloadType, payload: payload) }
        return try issueOfferPayload.map { (offer) throws(JSONError) in
            DataPayload(payloadType: .ISSUE_VC, payload: try MultibaseEnvelope.seal(offer, as: .base64))
        }
    }
}
