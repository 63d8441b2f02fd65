/// A user's membership in a room (SDN sheet 4.4).
public enum MXMembership: String, Hashable, Sendable, CaseIterable {
    /// The memberships of the Matrix specification. ``unknown`` stands for any other string.
    case unknown, invite, join, leave, ban, knock

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the membership for a string on the wire. An unknown string becomes ``unknown``.
    public init(identifier: String) { self = MXMembership(rawValue: identifier) ?? .unknown }

    /// True when a room in which the user has this membership is listed.
    package var isCurrent: Bool { self == .join || self == .invite || self == .knock }
}
