import HeraldJSON

/// M210 behind the TAS, first step: may a credential of this plan be issued (OpenDID sheet 5.7, step 1).
public struct InspectProposeIssue: ModelObject {
    /// The message's id.
    public var id: String
    /// The plan of the credential.
    public var vcPlanId: String
    /// The issuer's DID; upstream leaves it out now and then.
    public var issuer: String?
    /// The offer, when there was one.
    public var offerId: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, vcPlanId: String, issuer: String? = nil, offerId: String? = nil) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.offerId = offerId
    }
}

/// The answer to ``InspectProposeIssue``.
public struct _InspectProposeIssue: ModelObject {
    /// The issuer's transaction; the TAS has one of its own.
    public var txId: String
    /// The issuer's reference, 17 letters and digits; it goes through to the wallet.
    public var refId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, refId: String) {
        self.txId = txId
        self.refId = refId
    }
}

/// Whom a credential is for, as the TAS tells the issuer (OpenDID sheet 5.7, step 6).
public struct IssueHolder: ModelObject {
    /// The holder's DID.
    public var did: String
    /// What the TAS knows the person by; the issuer finds its user record with it.
    public var pii: String?
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(did: String, pii: String? = nil) {
        self.did = did
        self.pii = pii
    }
}

/// M210 behind the TAS: asks for the issuer's profile (OpenDID sheet 5.7, step 6).
public struct GenerateIssueProfile: ModelObject {
    /// The message's id.
    public var id: String
    /// The issuer's transaction.
    public var txId: String
    /// Whom the credential is for.
    public var holder: IssueHolder
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, holder: IssueHolder) {
        self.id = id
        self.txId = txId
        self.holder = holder
    }
}

/// The answer to ``GenerateIssueProfile``.
public struct _GenerateIssueProfile: ModelObject {
    /// The issuer's transaction.
    public var txId: String
    /// The profile, signed by the issuer.
    public var profile: IssueProfile
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, profile: IssueProfile) {
        self.txId = txId
        self.profile = profile
    }
}

/// M210 behind the TAS: asks for the credential (OpenDID sheet 5.7, step 8). The TAS passes `accE2e` and `encReqVc` on unread.
public struct IssueVc: ModelObject {
    /// The message's id; upstream's published example has none.
    public var id: String?
    /// The issuer's transaction.
    public var txId: String
    /// The holder's half of the encrypted channel.
    public var accE2e: AccE2e
    /// The encrypted ``ReqVC``, in multibase.
    public var encReqVc: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String? = nil, txId: String, accE2e: AccE2e, encReqVc: String) {
        self.id = id
        self.txId = txId
        self.accE2e = accE2e
        self.encReqVc = encReqVc
    }
}

/// The answer to ``IssueVc``.
public struct _IssueVc: ModelObject {
    /// The issuer's transaction.
    public var txId: String
    /// The encrypted credential.
    public var e2e: E2E
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String, e2e: E2E) {
        self.txId = txId
        self.e2e = e2e
    }
}

/// M210 behind the TAS, last step (OpenDID sheet 5.7, step 10).
public struct CompleteVc: ModelObject {
    /// The message's id.
    public var id: String
    /// The issuer's transaction.
    public var txId: String
    /// The id of the credential that the wallet says it keeps.
    public var vcId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(id: String, txId: String, vcId: String) {
        self.id = id
        self.txId = txId
        self.vcId = vcId
    }
}

/// The answer to ``CompleteVc``.
public struct _CompleteVc: ModelObject {
    /// The issuer's transaction.
    public var txId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(txId: String) { self.txId = txId }
}
