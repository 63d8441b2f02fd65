import OpenDID_DataModel

/// The endpoints of the app provider's server that wallets do not call (OpenDID sheet 5.2).
extension OpenDIDEndpoints.CAS {
    /// Called by the TAS in M132 (OpenDID sheet 5.6).
    package static let retrievePII = ServiceEndpoint<RetrievePii, _RetrievePii>(.cas, .post, "retrieve-pii")
    /// Called by an operator.
    package static let saveUserInfo = ServiceEndpoint<SaveUserInfo, _SaveUserInfo>(.cas, .post, "save-user-info")
}

/// The endpoints of the notification provider (OpenDID sheet 5.2).
extension OpenDIDEndpoints {
    package enum Notification {
        package static let sendEmail = ServiceEndpoint<SendEmail, _SendEmail>(.noti, .post, "send-email")
        package static let sendPush = ServiceEndpoint<SendPush, _SendPush>(.noti, .post, "send-push")
    }
}

/// The issuer's endpoints that wallets do not call (OpenDID sheet 5.2). The trust agent and operators call them.
extension OpenDIDEndpoints.Issuer {
    // Called by the trust agent in M210 (OpenDID sheet 5.7)
    package static let inspectProposeIssue =
        ServiceEndpoint<InspectProposeIssue, _InspectProposeIssue>(.issuer, .post, "inspect-propose-issue")
    package static let generateIssueProfile =
        ServiceEndpoint<GenerateIssueProfile, _GenerateIssueProfile>(.issuer, .post, "generate-issue-profile")
    package static let issueVC = ServiceEndpoint<IssueVc, _IssueVc>(.issuer, .post, "issue-vc")
    package static let completeVC = ServiceEndpoint<CompleteVc, _CompleteVc>(.issuer, .post, "complete-vc")

    // Called by the trust agent in M220 (OpenDID sheet 5.9)
    package static let inspectProposeRevoke =
        ServiceEndpoint<InspectProposeRevoke, _InspectProposeRevoke>(.issuer, .post, "inspect-propose-revoke")
    package static let revokeVC = ServiceEndpoint<RevokeVc, _RevokeVc>(.issuer, .post, "revoke-vc")
    package static let completeRevoke = ServiceEndpoint<CompleteRevoke, _CompleteRevoke>(
        .issuer, .post, "complete-revoke")

    // Called by an operator, or by the trust agent to create offers
    package static let requestOffer = ServiceEndpoint<RequestIssueOffer, _RequestIssueOffer>(
        .issuer, .post, "request-offer")
    /// The query is `?offerId=`.
    package static let issueVCResult = ServiceEndpoint<ServiceQuery, IssueVcResult>(.issuer, .get, "issue-vc/result")
    /// The path in upstream's documentation.
    package static let updateVCStatus = ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>(.issuer, .post, "vc/status")
    /// The path in upstream's source.
    package static let updateStatus = ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>(.issuer, .post, "status")
    package static let saveUser = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "user")
    package static let saveVCData = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "vc")
    /// The path that release 2's demo calls instead of `user`.
    package static let saveDemoUser = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(
        .issuer, .post, "users/demo", isAdministrative: true)
}

extension OpenDIDEndpoints.TAS {
    package static let proposeEnrolEntity =
        ServiceEndpoint<ProposeEnrollEntity, _ProposeEnrollEntity>(.tas, .post, "propose-enroll-entity")
    package static let requestEnrolEntity =
        ServiceEndpoint<RequestEnrollEntity, _RequestEnrollEntity>(.tas, .post, "request-enroll-entity")
    package static let confirmEnrolEntity =
        ServiceEndpoint<ConfirmEnrollEntity, _ConfirmEnrollEntity>(.tas, .post, "confirm-enroll-entity")
    package static let requestEnrolTAS = ServiceEndpoint<RequestEnrollTas, _RequestEnrollTas>(
        .tas, .post, "request-enroll-tas")
}
