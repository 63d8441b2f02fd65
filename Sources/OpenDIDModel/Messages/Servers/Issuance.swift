import HeraldJSON

/// The first request of M210 from the TAS to the issuer: the TAS asks whether a credential of the plan may be issued (OpenDID sheet 5.7,
/// step 1).
public struct InspectProposeIssue: ModelObject {
    /// The message's id.
    public var id: String
    /// The id of the credential's plan.
    public var vcPlanId: String
    /// The issuer's DID. Upstream sometimes leaves it out.
    public var issuer: String?
    /// The id of the offer that the holder answers, if any.
    public var offerId: String?
    public var unknownMembers = UnknownMembers()

    public init(id: String, vcPlanId: String, issuer: String? = nil, offerId: String? = nil) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.offerId = offerId
    }
}

/// The answer to ``InspectProposeIssue``.
public struct _InspectProposeIssue: ModelObject {
    /// The id of the issuer's transaction. The TAS has a transaction of its own.
    public var txId: String
    /// The issuer's reference, 17 letters and digits. The TAS passes it on to the wallet.
    public var refId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String, refId: String) {
        self.txId = txId
        self.refId = refId
    }
}

/// The holder of the credential, as the TAS describes it to the issuer (OpenDID sheet 5.7, step 6).
public struct IssueHolder: ModelObject {
    /// The holder's DID.
    public var did: String
    /// The personal identifier that the TAS has for the user. The issuer uses it to find its own record of the user.
    public var pii: String?
    public var unknownMembers = UnknownMembers()

    public init(did: String, pii: String? = nil) {
        self.did = did
        self.pii = pii
    }
}

/// The request of M210 from the TAS to the issuer for the issuer's profile (OpenDID sheet 5.7, step 6).
public struct GenerateIssueProfile: ModelObject {
    /// The message's id.
    public var id: String
    /// The id of the issuer's transaction.
    public var txId: String
    /// The holder of the credential.
    public var holder: IssueHolder
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, holder: IssueHolder) {
        self.id = id
        self.txId = txId
        self.holder = holder
    }
}

/// The answer to ``GenerateIssueProfile``.
public struct _GenerateIssueProfile: ModelObject {
    /// The id of the issuer's transaction.
    public var txId: String
    /// The profile, signed by the issuer.
    public var profile: IssueProfile
    public var unknownMembers = UnknownMembers()

    public init(txId: String, profile: IssueProfile) {
        self.txId = txId
        self.profile = profile
    }
}

/// The request of M210 from the TAS to the issuer for the credential (OpenDID sheet 5.7, step 8). The TAS passes `accE2e` and `encReqVc` on
/// from the wallet, and cannot read them.
public struct IssueVc: ModelObject {
    /// The message's id. Upstream's published example has none.
    public var id: String?
    /// The id of the issuer's transaction.
    public var txId: String
    /// The holder's parameters for the encrypted channel.
    public var accE2e: AccE2e
    /// The encrypted ``ReqVC``, in multibase.
    public var encReqVc: String
    public var unknownMembers = UnknownMembers()

    public init(id: String? = nil, txId: String, accE2e: AccE2e, encReqVc: String) {
        self.id = id
        self.txId = txId
        self.accE2e = accE2e
        self.encReqVc = encReqVc
    }
}

/// The answer to ``IssueVc``.
public struct _IssueVc: ModelObject {
    /// The id of the issuer's transaction.
    public var txId: String
    /// The encrypted credential.
    public var e2e: E2E
    public var unknownMembers = UnknownMembers()

    public init(txId: String, e2e: E2E) {
        self.txId = txId
        self.e2e = e2e
    }
}

/// The last request of M210 from the TAS to the issuer (OpenDID sheet 5.7, step 10).
public struct CompleteVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The id of the issuer's transaction.
    public var txId: String
    /// The id of the credential that the wallet reports as stored.
    public var vcId: String
    public var unknownMembers = UnknownMembers()

    public init(id: String, txId: String, vcId: String) {
        self.id = id
        self.txId = txId
        self.vcId = vcId
    }
}

/// The answer to ``CompleteVc``.
public struct _CompleteVc: ModelObject {
    /// The id of the issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    public init(txId: String) { self.txId = txId }
}
