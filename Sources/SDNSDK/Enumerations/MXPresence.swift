/// Whether a user is there (SDN sheet 4.4).
public enum MXPresence: String, Hashable, Sendable, CaseIterable {
    /// Where a user is; ``unknown`` stands for a text that is not one of the others.
    case unknown, online, unavailable, offline

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// ``unknown`` for a text that is not known.
    public init(identifier: String) { self = MXPresence(rawValue: identifier) ?? .unknown }
}
