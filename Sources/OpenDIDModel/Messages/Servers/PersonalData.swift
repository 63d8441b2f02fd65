import HeraldJSON

/// Asks for a user's personal data.
public struct RetrievePii: ModelObject {
    /// The user's id at the app provider.
    public var userId: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(userId: String) { self.userId = userId }
}

/// The answer to ``RetrievePii``.
public struct _RetrievePii: ModelObject {
    /// What the person is known by.
    public var pii: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(pii: String) { self.pii = pii }
}

/// Keeps a user's personal data.
public struct SaveUserInfo: ModelObject {
    /// The user's id at the app provider.
    public var userId: String
    /// What the person is known by.
    public var pii: String
    public var unknownMembers = UnknownMembers()

    /// A value from its members.
    public init(userId: String, pii: String) {
        self.userId = userId
        self.pii = pii
    }
}

/// The answer to ``SaveUserInfo``: an empty object.
public struct _SaveUserInfo: ModelObject {
    public var unknownMembers = UnknownMembers()

    /// The empty object.
    public init() {}
}
