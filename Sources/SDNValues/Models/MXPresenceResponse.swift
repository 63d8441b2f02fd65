/// A user's presence as a node knows it (SDN sheet 3.2 and 5.8).
public struct MXPresenceResponse: Hashable, Sendable {
    /// The presence; ``MXPresence/unknown`` for one that has no name here.
    public let presence: MXPresence
    /// The time since the user was last active, in milliseconds; `nil` when the node does not say.
    public let lastActiveAgo: UInt?
    /// True when the user is active right now; `nil` when the node does not say.
    public let currentlyActive: Bool?
    /// The user's own text about it.
    public let statusMessage: String?

    package init(presence: MXPresence, lastActiveAgo: UInt?, currentlyActive: Bool?, statusMessage: String?) {
        self.presence = presence
        self.lastActiveAgo = lastActiveAgo
        self.currentlyActive = currentlyActive
        self.statusMessage = statusMessage
    }
}
