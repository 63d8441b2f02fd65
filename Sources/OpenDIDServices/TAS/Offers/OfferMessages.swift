import HeraldJSON
import OpenDID_DataModel

/// Offers a user to take the DID back into use, by a push message (OpenDID sheet 5.10).
package struct OfferRestoreByPush: ModelObject {
    package var id: String
    /// The holder's DID.
    package var did: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, did: String) {
        self.id = id
        self.did = did
    }
}

/// The same by mail.
package struct OfferRestoreByEmail: ModelObject {
    package var id: String
    /// The holder's DID.
    package var did: String
    package var email: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, did: String, email: String) {
        self.id = id
        self.did = did
        self.email = email
    }
}

/// The answer to an offer of restoration.
package struct _OfferRestore: ModelObject {
    package var offerId: String
    package var unknownMembers = UnknownMembers()

    package init(offerId: String) { self.offerId = offerId }
}

/// Makes an issuer offer a credential; the answer is what a QR code shows (sheet 5.2, 7.2).
package struct OfferIssueByQR: ModelObject {
    /// The message's id; upstream's demo sends none.
    package var id: String?
    package var vcPlanId: String
    /// The issuer's DID.
    package var issuer: String
    package var unknownMembers = UnknownMembers()

    package init(id: String? = nil, vcPlanId: String, issuer: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
    }
}

/// The same by a push message.
package struct OfferIssueByPush: ModelObject {
    package var id: String
    package var vcPlanId: String
    /// The issuer's DID.
    package var issuer: String
    /// The holder's DID.
    package var did: String?
    /// The same, as upstream's demo names it.
    package var holder: String?
    package var unknownMembers = UnknownMembers()

    package init(id: String, vcPlanId: String, issuer: String, did: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.did = did
    }
}

/// The same by mail.
package struct OfferIssueByEmail: ModelObject {
    package var id: String
    package var vcPlanId: String
    /// The issuer's DID.
    package var issuer: String
    package var email: String
    package var unknownMembers = UnknownMembers()

    package init(id: String, vcPlanId: String, issuer: String, email: String) {
        self.id = id
        self.vcPlanId = vcPlanId
        self.issuer = issuer
        self.email = email
    }
}

/// What a QR code shows, with what the shower wants to know of it: readers of the code ignore the members that ``DataPayload`` does not have
/// (sheet 7.2).
package struct _OfferIssue: ModelObject {
    package var payloadType: PayloadTypeEnum
    /// The offer's JSON in multibase.
    package var payload: String
    package var offerId: String?
    package var validUntil: String?
    /// The offer itself, from which upstream's demo makes its own QR code.
    package var issueOfferPayload: IssueOfferPayload?
    package var unknownMembers = UnknownMembers()

    package init(_ data: DataPayload, offer: IssueOfferPayload) {
        payloadType = data.payloadType
        payload = data.payload
        offerId = offer.offerId
        validUntil = offer.validUntil
        issueOfferPayload = offer
    }
}

extension OpenDIDEndpoints.TAS {
    package static let offerRestoreByPush = ServiceEndpoint<OfferRestoreByPush, _OfferRestore>(.tas, .post, "offer-restore-did/push")
    package static let offerRestoreByEmail = ServiceEndpoint<OfferRestoreByEmail, _OfferRestore>(.tas, .post, "offer-restore-did/email")
    package static let offerIssueByQR = ServiceEndpoint<OfferIssueByQR, _OfferIssue>(.tas, .post, "offer-issue-vc/qr")
    package static let offerIssueByPush = ServiceEndpoint<OfferIssueByPush, _OfferIssue>(.tas, .post, "offer-issue-vc/push")
    package static let offerIssueByEmail = ServiceEndpoint<OfferIssueByEmail, _OfferIssue>(.tas, .post, "offer-issue-vc/email")
}
