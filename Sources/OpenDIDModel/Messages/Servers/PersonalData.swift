import HeraldJSON

/// The request for a user's personal data.
public struct RetrievePii: ModelObject {
    /// The user's id at the app provider.
    public var userId: String
    public var unknownMembers = UnknownMembers()

    public init(userId: String) { self.userId = userId }
}

/// The answer to ``RetrievePii``.
public struct _RetrievePii: ModelObject {
    /// The personal identifier of the user.
    public var pii: String
    public var unknownMembers = UnknownMembers()

    public init(pii: String) { self.pii = pii }
}

/// The request to store a user's personal data.
public struct SaveUserInfo: ModelObject {
    /// The user's id at the app provider.
    public var userId: String
    /// The personal identifier of the user.
    public var pii: String
    public var unknownMembers = UnknownMembers()

    public init(userId: String, pii: String) {
        self.userId = userId
        self.pii = pii
    }
}

/// The answer to ``SaveUserInfo``: an empty object.
public struct _SaveUserInfo: ModelObject {
    public var unknownMembers = UnknownMembers()

    public init() {}
}

// The descriptions of messages with personal data are redacted, so that no log or crash report contains the data.

extension RetrieveKyc: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "RetrieveKyc(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the identity check and its token.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension _RetrievePii: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "_RetrievePii(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the person's data.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension SaveUserInfo: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SaveUserInfo(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the person's data.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension RequestIssueOffer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "RequestIssueOffer(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the person's data.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension SaveIssuerUser: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "SaveIssuerUser(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the person's data.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension _ConfirmVerify: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "_ConfirmVerify(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the claims.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
