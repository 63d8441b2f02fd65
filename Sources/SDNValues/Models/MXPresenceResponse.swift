/// A user's presence (SDN sheet 4.4).
public enum MXPresence: String, Hashable, Sendable, CaseIterable {
    /// The presences of the Matrix specification. ``unknown`` stands for any other string.
    case unknown, online, unavailable, offline

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the presence for a string on the wire. An unknown string becomes ``unknown``.
    public init(identifier: String) { self = MXPresence(rawValue: identifier) ?? .unknown }
}

/// A user's presence as a node knows it (SDN sheet 3.2 and 5.8).
public struct MXPresenceResponse: Hashable, Sendable {
    /// The presence; ``MXPresence/unknown`` for a presence that this library does not know.
    public let presence: MXPresence
    /// The time since the user was last active, in milliseconds; `nil` when the node does not say.
    public let lastActiveAgo: UInt?
    /// True when the user is active right now; `nil` when the node does not say.
    public let currentlyActive: Bool?
    /// The user's own text about the presence, such as "at lunch".
    public let statusMessage: String?

    package init(presence: MXPresence, lastActiveAgo: UInt?, currentlyActive: Bool?, statusMessage: String?) {
        self.presence = presence
        self.lastActiveAgo = lastActiveAgo
        self.currentlyActive = currentlyActive
        self.statusMessage = statusMessage
    }
}
