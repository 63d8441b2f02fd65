import HeraldJSON
import OpenDID_DataModel

/// Asks the issuer to offer a credential (OpenDID sheet 5.7, step 0). The TAS, or a web site of the issuer, turns the answer into a QR
/// code, a push message or a mail.
package struct RequestIssueOffer: ModelObject {
    /// The message's id; not always sent.
    package var id: String?
    /// The plan of the credential.
    package var vcPlanId: String
    /// The issuer's DID, when the asker names one.
    package var issuer: String?
    /// Whom the offer is for: the PII of a user of the issuer. Anybody may use the offer when absent.
    package var pii: String?
    package var unknownMembers = UnknownMembers()

    package init(id: String? = nil, vcPlanId: String, issuer: String? = nil, pii: String? = nil) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.pii = pii
    }
}

/// The answer to ``RequestIssueOffer``.
package struct _RequestIssueOffer: ModelObject {
    /// The offer.
    package var issueOfferPayload: IssueOfferPayload
    package var unknownMembers = UnknownMembers()

    package init(issueOfferPayload: IssueOfferPayload) { self.issueOfferPayload = issueOfferPayload }
}

/// What came of an offer (OpenDID sheet 5.2, `issue-vc/result?offerId=`).
package struct IssueVcResult: ModelObject {
    /// The issuer's transaction, once a wallet took the offer up.
    package var txId: String?
    /// The offer.
    package var offerId: String
    /// Whether the wallet confirmed that it has the credential.
    package var result: Bool
    package var unknownMembers = UnknownMembers()

    package init(txId: String? = nil, offerId: String, result: Bool) {
        self.txId = txId
        self.offerId = offerId
        self.result = result
    }
}

/// Changes the status of a credential (OpenDID sheet 3.6, 5.2, `vc/status`); for operators.
package struct UpdateVcStatus: ModelObject {
    /// The credential's id.
    package var vcId: String
    /// The new status.
    package var vcStatus: VCStatusEnum
    package var unknownMembers = UnknownMembers()

    package init(vcId: String, vcStatus: VCStatusEnum) {
        self.vcId = vcId
        self.vcStatus = vcStatus
    }
}

/// The answer to ``UpdateVcStatus``.
package struct _UpdateVcStatus: ModelObject {
    /// The transaction under which the change was made.
    package var txId: String
    package var unknownMembers = UnknownMembers()

    package init(txId: String) { self.txId = txId }
}

/// What the issuer knows about a person, by PII (OpenDID sheet 5.2, `user`) or by DID (`vc`); for operators.
///
/// Upstream's two requests have the data of a driving licence as top-level texts; here every text that is no other member is data too, and
/// upstream's names stand for the claims that they become.
package struct SaveIssuerUser: ModelObject {
    /// What the TAS knows the person by.
    package var pii: String?
    /// The person's DID.
    package var did: String?
    /// Values by claim code, or by the code's last part.
    package var claims: [String: String]?
    /// Values in other languages: by language, then as in ``claims``.
    package var i18n: [String: [String: String]]?
    package var unknownMembers = UnknownMembers()

    package init(
        pii: String? = nil, did: String? = nil, claims: [String: String]? = nil, i18n: [String: [String: String]]? = nil
    ) {
        self.pii = pii
        self.did = did
        self.claims = claims
        self.i18n = i18n
    }
}

/// The answer to ``SaveIssuerUser``: an empty object.
package struct _SaveIssuerUser: ModelObject {
    package var unknownMembers = UnknownMembers()

    package init() {}
}
