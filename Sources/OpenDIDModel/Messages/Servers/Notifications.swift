import HeraldJSON

/// Sends a mail (OpenDID sheet 5.2).
public struct SendEmail: ModelObject {
    /// Who sends it; later releases leave it to the server.
    public var senderAddress: String?
    /// The mail.
    public var email: Mail
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(senderAddress: String? = nil, email: Mail) {
        self.senderAddress = senderAddress
        self.email = email
    }

    /// What is sent to whom.
    public struct Mail: ModelObject {
        /// Who gets it.
        public var recipientAddress: String
        /// The title.
        public var title: String?
        /// The template that the server fills.
        public var templateType: EmailTemplateEnum?
        /// What the template is filled with, by name; an offer under the name `offerData` (OpenDID sheet 7.2).
        public var contentData: [String: String]?
        /// The text, where no template is filled; upstream does not have it.
        public var content: String?
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(
            recipientAddress: String, title: String? = nil, templateType: EmailTemplateEnum? = nil, contentData: [String: String]? = nil,
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

/// Sends a push message to the apps of some DIDs (OpenDID sheet 5.2).
public struct SendPush: ModelObject {
    /// What people read.
    public var notification: Notification
    /// Further values; an offer under the name `offerData` (OpenDID sheet 7.2), and what people read of it as `title` and `body` once more.
    public var data: [String: String]?
    /// DIDs of the holders whose apps get it.
    public var targetDids: [String]
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(notification: Notification, data: [String: String]? = nil, targetDids: [String]) {
        self.notification = notification
        self.data = data
        self.targetDids = targetDids
    }

    /// What people read.
    public struct Notification: ModelObject {
        /// The title.
        public var title: String
        /// The text.
        public var body: String
        public var unknownMembers = UnknownMembers()

        /// A value from its members.
        public init(title: String, body: String) {
            self.title = title
            self.body = body
        }
    }
}

/// The answer to ``SendEmail``: an empty object.
public struct _SendEmail: ModelObject {
    public var unknownMembers = UnknownMembers()

    /// The empty object.
    public init() {}
}

/// The answer to ``SendPush``.
public struct _SendPush: ModelObject {
    /// How many messages were taken.
    public var successCount: Int
    /// How many were not.
    public var failureCount: Int
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(successCount: Int, failureCount: Int) {
        self.successCount = successCount
        self.failureCount = failureCount
    }
}

/// The templates of mails.
public enum EmailTemplateEnum: String, Codable, Sendable, CaseIterable {
    /// A credential is offered.
    case ISSUE_VC
    /// A DID may be taken back into use.
    case RESTORE_DID
}
