import HeraldJSON

/// The request to send a mail (OpenDID sheet 5.2).
public struct SendEmail: ModelObject {
    /// The sender's address. In later releases, the server chooses it.
    public var senderAddress: String?
    /// The mail.
    public var email: Mail
    public var unknownMembers = UnknownMembers()

    public init(senderAddress: String? = nil, email: Mail) {
        self.senderAddress = senderAddress
        self.email = email
    }

    /// The content of a mail and its recipient.
    public struct Mail: ModelObject {
        /// The recipient's address.
        public var recipientAddress: String
        /// The title.
        public var title: String?
        /// The template that the server fills.
        public var templateType: EmailTemplateEnum?
        /// The values for the template, by name. An offer is the value `offerData` (OpenDID sheet 7.2).
        public var contentData: [String: String]?
        /// The text, if no template is used. Upstream does not have this member.
        public var content: String?
        public var unknownMembers = UnknownMembers()

        public init(
            recipientAddress: String, title: String? = nil, templateType: EmailTemplateEnum? = nil,
            contentData: [String: String]? = nil,
            content: String? = nil
        ) {
            self.recipientAddress = recipientAddress
            self.title = title
            self.templateType = templateType
            self.contentData = contentData
            self.content = content
        }
    }
}

/// The request to send a push message to the apps of some DIDs (OpenDID sheet 5.2).
public struct SendPush: ModelObject {
    /// The text that people see.
    public var notification: Notification
    /// Further values for the app. An offer is the value `offerData` (OpenDID sheet 7.2). The values `title` and `body` repeat the text for
    /// people.
    public var data: [String: String]?
    /// DIDs of the holders whose apps receive the message.
    public var targetDids: [String]
    public var unknownMembers = UnknownMembers()

    public init(notification: Notification, data: [String: String]? = nil, targetDids: [String]) {
        self.notification = notification
        self.data = data
        self.targetDids = targetDids
    }

    /// The text that people see.
    public struct Notification: ModelObject {
        /// The title.
        public var title: String
        /// The text.
        public var body: String
        public var unknownMembers = UnknownMembers()

        public init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }
}

/// The answer to ``SendEmail``: an empty object.
public struct _SendEmail: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}

/// The answer to ``SendPush``.
public struct _SendPush: ModelObject {
    /// The number of messages that were accepted.
    public var successCount: Int
    /// The number of messages that were not accepted.
    public var failureCount: Int
    public var unknownMembers = UnknownMembers()

    public init(successCount: Int, failureCount: Int) {
        self.successCount = successCount
        self.failureCount = failureCount
    }
}

/// The templates of mails.
public enum EmailTemplateEnum: String, Codable, Sendable, CaseIterable {
    /// The mail offers a credential.
    case ISSUE_VC
    /// The mail offers to restore a DID.
    case RESTORE_DID
}
