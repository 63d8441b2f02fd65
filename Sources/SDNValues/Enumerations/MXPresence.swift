/// A user's presence (SDN sheet 4.4).
public enum MXPresence: String, Hashable, Sendable, CaseIterable {
    /// The presences of the Matrix specification. ``unknown`` stands for any other string.
    case unknown, online, unavailable, offline

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the presence for a string on the wire. An unknown one becomes ``unknown``.
    public init(identifier: String) { self = MXPresence(rawValue: identifier) ?? .unknown }
}
