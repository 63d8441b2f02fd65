import HeraldJSON
import OpenDID_DataModel

/// Sends a mail (OpenDID sheet 5.2).
package struct SendEmail: ModelObject {
    package var senderAddress: String
    package var email: Mail
    package var unknownMembers = UnknownMembers()

    package init(senderAddress: String, email: Mail) {
        self.senderAddress = senderAddress
        self.email = email
    }

    package struct Mail: ModelObject {
        package var recipientAddress: String
        package var title: String?
        /// The text, or the template's name.
        package var content: String?
        /// For people without a wallet at hand: an offer as text.
        package var contentData: String?
        package var unknownMembers = UnknownMembers()

        package init(recipientAddress: String, title: String? = nil, content: String? = nil, contentData: String? = nil) {
            self.recipientAddress = recipientAddress
            self.title = title
            self.content = content
            self.contentData = contentData
        }
    }
}

/// Sends a push message to the apps of some DIDs (OpenDID sheet 5.2).
package struct SendPush: ModelObject {
    package var notification: Notification
    /// Further values; an offer under the name `offerData` (sheet 7.2).
    package var data: [String: String]?
    package var targetDids: [String]
    package var unknownMembers = UnknownMembers()

    package init(notification: Notification, data: [String: String]? = nil, targetDids: [String]) {
        self.notification = notification
        self.data = data
        self.targetDids = targetDids
    }

    package struct Notification: ModelObject {
        package var title: String
        package var body: String
        package var unknownMembers = UnknownMembers()

        package init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }
}

/// The answer of the notification provider: an empty object.
package struct _SendNotification: ModelObject {
    package var unknownMembers = UnknownMembers()

    package init() {}
}
