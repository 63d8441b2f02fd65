/// Who may enter a room (SDN sheet 4.4).
public enum MXRoomJoinRule: String, Hashable, Sendable, CaseIterable {
    /// Everybody.
    case `public`
    /// The invited.
    case invite
    /// The invited, and members of the rooms that the rule names.
    case restricted
    /// Reserved by the Matrix specification, without a meaning of its own.
    case `private`
    /// The invited, and whoever asked and was let in.
    case knock
    /// Either of ``knock`` and ``restricted``.
    case knockRestricted = "knock_restricted"

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
