/// How a user stands to a room (SDN sheet 4.4).
public enum MXMembership: String, Hashable, Sendable, CaseIterable {
    /// Where a user stands; ``unknown`` stands for a text that is not one of the others.
    case unknown, invite, join, leave, ban, knock

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// ``unknown`` for a text that is not known.
    public init(identifier: String) { self = MXMembership(rawValue: identifier) ?? .unknown }
}
