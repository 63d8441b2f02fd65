import HeraldJSON

/// Asks the issuer to offer a credential (OpenDID sheet 5.7, step 0). The TAS, or a web site of the issuer, turns the answer into a QR
/// code, a push message or a mail.
public struct RequestIssueOffer: ModelObject {
    /// The message's id; not always sent.
    public var id: String?
    /// The plan of the credential.
    public var vcPlanId: String
    /// The issuer's DID, when the asker names one.
    public var issuer: String?
    /// Whom the offer is for: the PII of a user of the issuer. Anybody may use the offer when absent.
    public var pii: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, vcPlanId: String, issuer: String? = nil, pii: String? = nil) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.pii = pii
    }
}

/// The answer to ``RequestIssueOffer``.
public struct _RequestIssueOffer: ModelObject {
    /// The issuer's transaction; upstream's documents have it, its servers leave it out.
    public var txId: String?
    /// The offer.
    public var issueOfferPayload: IssueOfferPayload
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String? = nil, issueOfferPayload: IssueOfferPayload) {
        self.txId = txId
        self.issueOfferPayload = issueOfferPayload
    }
}

/// What came of an offer (OpenDID sheet 5.2, `issue-vc/result?offerId=`).
public struct IssueVcResult: ModelObject {
    /// The issuer's transaction, once a wallet took the offer up.
    public var txId: String?
    /// The offer.
    public var offerId: String
    /// True when the wallet confirmed that it has the credential.
    public var result: Bool
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String? = nil, offerId: String, result: Bool) {
        self.txId = txId
        self.offerId = offerId
        self.result = result
    }
}

/// Changes the status of a credential (OpenDID sheet 3.6, 5.2, `vc/status`); for operators.
public struct UpdateVcStatus: ModelObject {
    /// The credential's id.
    public var vcId: String
    /// The new status.
    public var vcStatus: VCStatusEnum
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(vcId: String, vcStatus: VCStatusEnum) {
        self.vcId = vcId
        self.vcStatus = vcStatus
    }
}

/// The answer to ``UpdateVcStatus``.
public struct _UpdateVcStatus: ModelObject {
    /// The transaction under which the change was made; upstream's servers leave it out.
    public var txId: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String? = nil) { self.txId = txId }
}

/// What the issuer knows about a person, by PII (OpenDID sheet 5.2, `user`) or by DID (`vc`); for operators.
///
/// Upstream's two requests have the data of a driving licence as top-level texts; here every text that is no other member is data too, and
/// upstream's names stand for the claims that they become.
public struct SaveIssuerUser: ModelObject {
    /// What the TAS knows the person by.
    public var pii: String?
    /// The person's DID.
    public var did: String?
    /// Values by claim code, or by the code's last part.
    public var claims: [String: String]?
    /// Values in other languages: by language, then as in ``claims``.
    public var i18n: [String: [String: String]]?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
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

    /// The empty object.
    public init() {}
}
