/// A user's name and avatar as last seen in a member event.
public struct MXUserProfile: Sendable, Hashable {
    /// `@localpart:domain`.
    public let userId: String
    /// The name; `nil` when the user has none.
    public var displayname: String?
    /// An `mxc://` URL.
    public var avatarUrl: String?

    /// A profile as a member event told it.
    /// - Parameters:
    ///   - userId: `@localpart:domain`.
    ///   - displayname: the name.
    ///   - avatarUrl: an `mxc://` URL.
    public init(userId: String, displayname: String? = nil, avatarUrl: String? = nil) {
        self.userId = userId
        self.displayname = displayname
        self.avatarUrl = avatarUrl
    }
}
