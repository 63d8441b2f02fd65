/// A user's name and avatar as last seen in a member event.
public struct MXUserProfile: Sendable, Hashable {
    public let userId: String
    public var displayname: String?
    /// An `mxc://` URL.
    public var avatarUrl: String?

    public init(userId: String, displayname: String? = nil, avatarUrl: String? = nil) {
        self.userId = userId
        self.displayname = displayname
        self.avatarUrl = avatarUrl
    }
}
