import OpenDID_DataModel

/// The issuer's endpoints that no wallet calls (OpenDID sheet 5.2): the TAS's calls, and an operator's.
extension OpenDIDEndpoints.Issuer {
    // From the TAS, M210 (OpenDID sheet 5.7)
    package static let inspectProposeIssue =
        ServiceEndpoint<InspectProposeIssue, _InspectProposeIssue>(.issuer, .post, "inspect-propose-issue")
    package static let generateIssueProfile =
        ServiceEndpoint<GenerateIssueProfile, _GenerateIssueProfile>(.issuer, .post, "generate-issue-profile")
    package static let issueVC = ServiceEndpoint<IssueVc, _IssueVc>(.issuer, .post, "issue-vc")
    package static let completeVC = ServiceEndpoint<CompleteVc, _CompleteVc>(.issuer, .post, "complete-vc")

    // From the TAS, M220 (OpenDID sheet 5.9)
    package static let inspectProposeRevoke =
        ServiceEndpoint<InspectProposeRevoke, _InspectProposeRevoke>(.issuer, .post, "inspect-propose-revoke")
    package static let revokeVC = ServiceEndpoint<RevokeVc, _RevokeVc>(.issuer, .post, "revoke-vc")
    package static let completeRevoke = ServiceEndpoint<CompleteRevoke, _CompleteRevoke>(.issuer, .post, "complete-revoke")

    // From an operator, or the TAS's offer calls
    package static let requestOffer = ServiceEndpoint<RequestIssueOffer, _RequestIssueOffer>(.issuer, .post, "request-offer")
    /// `?offerId=`
    package static let issueVCResult = ServiceEndpoint<ServiceQuery, IssueVcResult>(.issuer, .get, "issue-vc/result")
    /// The path of upstream's document.
    package static let updateVCStatus = ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>(.issuer, .post, "vc/status")
    /// The path of upstream's source.
    package static let updateStatus = ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>(.issuer, .post, "status")
    package static let saveUser = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "user")
    package static let saveVCData = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "vc")
    /// What release 2's demo calls in place of `user`.
    package static let saveDemoUser = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "users/demo", isAdministrative: true)
}
