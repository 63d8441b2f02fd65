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
