/// A user's name and avatar in the last member event that this device has received.
public struct MXUserProfile: Sendable, Hashable {
    /// The user ID, `@localpart:domain`.
    public let userId: String
    /// The name; `nil` when the user has none.
    public var displayname: String?
    /// The avatar, an `mxc://` URL.
    public var avatarUrl: String?

    /// Creates a profile.
    /// - Parameters:
    ///   - userId: the user ID, `@localpart:domain`.
    ///   - displayname: the name.
    ///   - avatarUrl: the avatar, an `mxc://` URL.
    public init(userId: String, displayname: String? = nil, avatarUrl: String? = nil) {
        self.userId = userId
        self.displayname = displayname
        self.avatarUrl = avatarUrl
    }
}
