import HeraldJSON
import HeraldKeys

/// The request to offer a credential with a QR code (OpenDID sheet 5.2, 7.2).
public struct OfferIssueByQR: ModelObject {
    /// The message's id. Upstream's demo sends none.
    public var id: String?
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    public var unknownMembers = UnknownMembers()

    public init(id: String? = nil, vcPlanId: String, issuer: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
    }
}

/// The request to offer a credential with a push message.
public struct OfferIssueByPush: ModelObject {
    /// The message's id. Upstream's demo sends none.
    public var id: String?
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    /// The holder's DID.
    public var holder: String
    public var unknownMembers = UnknownMembers()

    public init(id: String? = nil, vcPlanId: String, issuer: String, holder: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.holder = holder
    }
}

/// The request to offer a credential by mail.
public struct OfferIssueByEmail: ModelObject {
    /// The message's id. Upstream's demo sends none.
    public var id: String?
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID.
    public var issuer: String
    /// The mail address.
    public var email: String
    public var unknownMembers = UnknownMembers()

    public init(id: String? = nil, vcPlanId: String, issuer: String, email: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.email = email
    }
}

/// The answer to the request for an offer of a credential.
///
/// Upstream's trust agent sends ``offerId`` and ``validUntil``. For a QR code it also sends ``issueOfferPayload``. Herald's trust agent
/// adds ``payloadType`` and ``payload``, so that the answer itself can be the content of the QR code. Readers of the QR code ignore the
/// other members (OpenDID sheet 7.2).
public struct _OfferIssue: ModelObject {
    /// The offer's id.
    public var offerId: String?
    /// The end of the offer's validity, as the issuer set it (datetime).
    @UTCDatetime public var validUntil: String?
    /// The offer itself, if it is for a QR code.
    public var issueOfferPayload: IssueOfferPayload?
    /// The kind of ``payload``.
    public var payloadType: PayloadTypeEnum?
    /// The offer's JSON in multibase.
    public var payload: String?
    public var unknownMembers = UnknownMembers()

    public init(
        offerId: String?, validUntil: String? = nil, issueOfferPayload: IssueOfferPayload? = nil,
        payloadType: PayloadTypeEnum? = nil,
        payload: String? = nil
    ) {
        self.offerId = offerId
        self.validUntil = validUntil
        self.issueOfferPayload = issueOfferPayload
        self.payloadType = payloadType
        self.payload = payload
    }

    /// Returns the content of a QR code for the offer. If the trust agent did not send ``payload``, the content is created from
    /// ``issueOfferPayload``. Returns `nil` if the answer has neither.
    /// - Throws: `JSONError` if the offer has no canonical form.
    public func dataPayload() throws(JSONError) -> DataPayload? {
        if let payloadType, let payload { return DataPayload(payloadType: payloadType, payload: payload) }
        return try issueOfferPayload.map { (offer) throws(JSONError) in
            DataPayload(payloadType: .ISSUE_VC, payload: try MultibaseEnvelope.seal(offer, as: .base64))
        }
    }
}
