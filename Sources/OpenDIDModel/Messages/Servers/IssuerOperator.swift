import HeraldJSON

/// The request to the issuer to offer a credential (OpenDID sheet 5.7, step 0). The TAS, or a web site of the issuer, turns the answer into
/// a QR code, a push message or a mail.
public struct RequestIssueOffer: ModelObject {
    /// The message's id. Some senders leave it out.
    public var id: String?
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID, if the client sends it.
    public var issuer: String?
    /// The PII of the only user who may use the offer. If it is absent, any user may use the offer.
    public var pii: String?
    /// The offer's lifetime in seconds. Upstream's requests do not have this member. If it is absent, the issuer chooses the lifetime.
    public var validSeconds: Int?
    public var unknownMembers = UnknownMembers()

    public init(
        id: String? = nil, vcPlanId: String, issuer: String? = nil, pii: String? = nil, validSeconds: Int? = nil
    ) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.pii = pii
        self.validSeconds = validSeconds
    }
}

/// The answer to ``RequestIssueOffer``.
public struct _RequestIssueOffer: ModelObject {
    /// The id of the issuer's transaction. Upstream's documentation has this member, but upstream's servers omit it.
    public var txId: String?
    /// The offer.
    public var issueOfferPayload: IssueOfferPayload
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil, issueOfferPayload: IssueOfferPayload) {
        self.txId = txId
        self.issueOfferPayload = issueOfferPayload
    }
}

/// The result of an offer (OpenDID sheet 5.2, `issue-vc/result?offerId=`).
public struct IssueVcResult: ModelObject {
    /// The id of the issuer's transaction, after a wallet has used the offer.
    public var txId: String?
    /// The offer's id.
    public var offerId: String
    /// True if the wallet confirmed that it has received the credential.
    public var result: Bool
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil, offerId: String, result: Bool) {
        self.txId = txId
        self.offerId = offerId
        self.result = result
    }
}

/// The operator's request to change the status of a credential (OpenDID sheet 3.6, 5.2, `vc/status`).
public struct UpdateVcStatus: ModelObject {
    /// The credential's id.
    public var vcId: String
    /// The new status.
    public var vcStatus: VCStatusEnum
    public var unknownMembers = UnknownMembers()

    public init(vcId: String, vcStatus: VCStatusEnum) {
        self.vcId = vcId
        self.vcStatus = vcStatus
    }
}

/// The answer to ``UpdateVcStatus``.
public struct _UpdateVcStatus: ModelObject {
    /// The id of the transaction in which the status was changed. Upstream's servers omit it.
    public var txId: String?
    public var unknownMembers = UnknownMembers()

    public init(txId: String? = nil) { self.txId = txId }
}

/// The operator's request to store a person's data at the issuer, by PII (OpenDID sheet 5.2, `user`) or by DID (`vc`).
///
/// In upstream's two requests, the top level contains the data of a driving licence, each value as a text. This type accepts any data in
/// this form: every unknown member that is a text is the value of a claim. The names that upstream uses, such as `firstname`, are mapped to
/// claims.
public struct SaveIssuerUser: ModelObject {
    /// The personal identifier that the TAS has for the user.
    public var pii: String?
    /// The person's DID.
    public var did: String?
    /// The values by claim code, or by the last part of the claim code.
    public var claims: [String: String]?
    /// The values in other languages: by language, and then by claim code as in ``claims``.
    public var i18n: [String: [String: String]]?
    public var unknownMembers = UnknownMembers()

    public init(
        pii: String? = nil, did: String? = nil, claims: [String: String]? = nil, i18n: [String: [String: String]]? = nil
    ) {
        self.pii = pii
        self.did = did
        self.claims = claims
        self.i18n = i18n
    }
}

/// The answer to ``SaveIssuerUser``: an empty object.
public struct _SaveIssuerUser: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}
