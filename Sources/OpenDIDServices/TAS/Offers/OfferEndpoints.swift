import OpenDID_DataModel

extension OpenDIDEndpoints.TAS {
    package static let offerRestoreByPush = ServiceEndpoint<OfferRestoreByPush, _OfferRestore>(
        .tas, .post, "offer-restore-did/push")
    package static let offerRestoreByEmail = ServiceEndpoint<OfferRestoreByEmail, _OfferRestore>(
        .tas, .post, "offer-restore-did/email")
    package static let offerIssueByQR = ServiceEndpoint<OfferIssueByQR, _OfferIssue>(.tas, .post, "offer-issue-vc/qr")
    package static let offerIssueByPush = ServiceEndpoint<OfferIssueByPush, _OfferIssue>(
        .tas, .post, "offer-issue-vc/push")
    package static let offerIssueByEmail = ServiceEndpoint<OfferIssueByEmail, _OfferIssue>(
        .tas, .post, "offer-issue-vc/email")
}
