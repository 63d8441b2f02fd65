/// Whether a user is there, as a node knows it (SDN sheet 3.2 and 5.8).
public struct MXPresenceResponse: Hashable, Sendable {
    /// Where the user is; ``MXPresence/unknown`` for a state that has no name here.
    public let presence: MXPresence
    /// Milliseconds since the user last did something; `nil` when the node does not say.
    public let lastActiveAgo: UInt?
    /// Whether the user is doing something right now; `nil` when the node does not say.
    public let currentlyActive: Bool?
    /// What the user says about it.
    public let statusMessage: String?
}
