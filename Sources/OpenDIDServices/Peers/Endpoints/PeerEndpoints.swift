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
