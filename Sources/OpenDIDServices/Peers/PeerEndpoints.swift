import HeraldJSON
import OpenDID_DataModel

/// The endpoints of the app provider's server that no wallet calls (OpenDID sheet 5.2).
extension OpenDIDEndpoints.CAS {
    /// From the TAS, M132 (sheet 5.6).
    package static let retrievePII = ServiceEndpoint<RetrievePii, _RetrievePii>(.cas, .post, "retrieve-pii")
    /// From an operator.
    package static let saveUserInfo = ServiceEndpoint<SaveUserInfo, _SaveUserInfo>(.cas, .post, "save-user-info")
}

/// The endpoints of the notification provider (OpenDID sheet 5.2).
extension OpenDIDEndpoints {
    package enum Notification {
        package static let sendEmail = ServiceEndpoint<SendEmail, _SendNotification>(.noti, .post, "send-email")
        package static let sendPush = ServiceEndpoint<SendPush, _SendNotification>(.noti, .post, "send-push")
    }
}

/// Asks for a user's personal data.
package struct RetrievePii: ModelObject {
    package var userId: String
    package var unknownMembers = UnknownMembers()

    package init(userId: String) { self.userId = userId }
}

/// The answer to ``RetrievePii``.
package struct _RetrievePii: ModelObject {
    package var pii: String
    package var unknownMembers = UnknownMembers()

    package init(pii: String) { self.pii = pii }
}

/// Keeps a user's personal data.
package struct SaveUserInfo: ModelObject {
    package var userId: String
    package var pii: String
    package var unknownMembers = UnknownMembers()

    package init(userId: String, pii: String) {
        self.userId = userId
        self.pii = pii
    }
}

/// The answer to ``SaveUserInfo``: an empty object.
package struct _SaveUserInfo: ModelObject {
    package var unknownMembers = UnknownMembers()

    package init() {}
}
