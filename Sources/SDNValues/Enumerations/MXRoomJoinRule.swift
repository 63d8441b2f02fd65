/// The rule for who may enter a room (SDN sheet 4.4).
public enum MXRoomJoinRule: String, Hashable, Sendable, CaseIterable {
    /// Everybody.
    case `public`
    /// Invited users.
    case invite
    /// Invited users, and members of the rooms that the rule names.
    case restricted
    /// Reserved by the Matrix specification, without a meaning of its own.
    case `private`
    /// Invited users, and users who knocked and were let in.
    case knock
    /// ``knock`` and ``restricted`` together.
    case knockRestricted = "knock_restricted"

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the rule for a string on the wire; `nil` for an unknown one.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
