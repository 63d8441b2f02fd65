import HeraldJSON
import OpenDID_DataModel

/// M210 behind the TAS, first step: may a credential of this plan be issued (OpenDID sheet 5.7, step 1).
package struct InspectProposeIssue: ModelObject {
    /// The message's id.
    package var id: String
    /// The plan of the credential.
    package var vcPlanId: String
    /// The issuer's DID; upstream leaves it out now and then.
    package var issuer: String?
    /// The offer, when there was one.
    package var offerId: String?
    package var unknownMembers = UnknownMembers()

    package init(id: String, vcPlanId: String, issuer: String? = nil, offerId: String? = nil) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.offerId = offerId
    }
}

/// The answer to ``InspectProposeIssue``.
package struct _InspectProposeIssue: ModelObject {
    /// The issuer's transaction; the TAS has one of its own.
    package var txId: String
    /// The issuer's reference, 17 letters and digits; it goes through to the wallet.
    package var refId: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String, refId: String) {
        self.txId = txId
        self.refId = refId
    }
}

/// Whom a credential is for, as the TAS tells the issuer (OpenDID sheet 5.7, step 6).
package struct IssueHolder: ModelObject {
    /// The holder's DID.
    package var did: String
    /// What the TAS knows the person by; the issuer finds its user record with it.
    package var pii: String?
    package var unknownMembers = UnknownMembers()

    package init(did: String, pii: String? = nil) {
        self.did = did
        self.pii = pii
    }
}

/// M210 behind the TAS: asks for the issuer's profile (OpenDID sheet 5.7, step 6).
package struct GenerateIssueProfile: ModelObject {
    /// The message's id.
    package var id: String
    /// The issuer's transaction.
    package var txId: String
    /// Whom the credential is for.
    package var holder: IssueHolder
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String, holder: IssueHolder) {
        self.id = id
        self.txId = txId
        self.holder = holder
    }
}

/// The answer to ``GenerateIssueProfile``.
package struct _GenerateIssueProfile: ModelObject {
    /// The issuer's transaction.
    package var txId: String
    /// The profile, signed by the issuer.
    package var profile: IssueProfile
    package var unknownMembers = UnknownMembers()

    package init(txId: String, profile: IssueProfile) {
        self.txId = txId
        self.profile = profile
    }
}

/// M210 behind the TAS: asks for the credential (OpenDID sheet 5.7, step 8). The TAS passes `accE2e` and `encReqVc` on unread.
package struct IssueVc: ModelObject {
    /// The message's id.
    package var id: String
    /// The issuer's transaction.
    package var txId: String
    /// The holder's half of the encrypted channel.
    package var accE2e: AccE2e
    /// The encrypted ``ReqVC``, in multibase.
    package var encReqVc: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String, accE2e: AccE2e, encReqVc: String) {
        self.id = id
        self.txId = txId
        self.accE2e = accE2e
        self.encReqVc = encReqVc
    }
}

/// The answer to ``IssueVc``.
package struct _IssueVc: ModelObject {
    /// The issuer's transaction.
    package var txId: String
    /// The encrypted credential.
    package var e2e: E2E
    package var unknownMembers = UnknownMembers()

    package init(txId: String, e2e: E2E) {
        self.txId = txId
        self.e2e = e2e
    }
}

/// M210 behind the TAS, last step (OpenDID sheet 5.7, step 10).
package struct CompleteVc: ModelObject {
    /// The message's id.
    package var id: String
    /// The issuer's transaction.
    package var txId: String
    /// The id of the credential that the wallet says it keeps.
    package var vcId: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, txId: String, vcId: String) {
        self.id = id
        self.txId = txId
        self.vcId = vcId
    }
}

/// The answer to ``CompleteVc``.
package struct _CompleteVc: ModelObject {
    /// The issuer's transaction.
    package var txId: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String) { self.txId = txId }
}
