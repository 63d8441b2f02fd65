import OpenDID_DataModel

/// The endpoints of the app provider's server that wallets do not call (OpenDID sheet 5.2).
extension OpenDIDEndpoints.CAS {
    /// The trust agent calls this endpoint in M132 (OpenDID sheet 5.6).
    package static let retrievePII = ServiceEndpoint<RetrievePii, _RetrievePii>(.cas, .post, "retrieve-pii")
    /// An operator calls this endpoint.
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
    // The trust agent calls these endpoints in M210 (OpenDID sheet 5.7).
    package static let inspectProposeIssue =
        ServiceEndpoint<InspectProposeIssue, _InspectProposeIssue>(.issuer, .post, "inspect-propose-issue")
    package static let generateIssueProfile =
        ServiceEndpoint<GenerateIssueProfile, _GenerateIssueProfile>(.issuer, .post, "generate-issue-profile")
    package static let issueVC = ServiceEndpoint<IssueVc, _IssueVc>(.issuer, .post, "issue-vc")
    package static let completeVC = ServiceEndpoint<CompleteVc, _CompleteVc>(.issuer, .post, "complete-vc")

    // The trust agent calls these endpoints in M220 (OpenDID sheet 5.9).
    package static let inspectProposeRevoke =
        ServiceEndpoint<InspectProposeRevoke, _InspectProposeRevoke>(.issuer, .post, "inspect-propose-revoke")
    package static let revokeVC = ServiceEndpoint<RevokeVc, _RevokeVc>(.issuer, .post, "revoke-vc")
    package static let completeRevoke = ServiceEndpoint<CompleteRevoke, _CompleteRevoke>(
        .issuer, .post, "complete-revoke")

    // An operator calls these endpoints. The trust agent calls them to create offers.
    package static let requestOffer = ServiceEndpoint<RequestIssueOffer, _RequestIssueOffer>(
        .issuer, .post, "request-offer")
    /// Returns the result of the offer that the query `?offerId=` names.
    package static let issueVCResult = ServiceEndpoint<ServiceQuery, IssueVcResult>(.issuer, .get, "issue-vc/result")
    /// Changes the status of a credential. The path is the one in upstream's documentation.
    package static let updateVCStatus = ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>(.issuer, .post, "vc/status")
    /// Changes the status of a credential. The path is the one in upstream's source code.
    package static let updateStatus = ServiceEndpoint<UpdateVcStatus, _UpdateVcStatus>(.issuer, .post, "status")
    package static let saveUser = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "user")
    package static let saveVCData = ServiceEndpoint<SaveIssuerUser, _SaveIssuerUser>(.issuer, .post, "vc")
    /// Stores a person's record. The demo of release 2 calls this path instead of `user`.
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
