/// A room's rule for guests (SDN sheet 4.4).
public enum MXRoomGuestAccess: String, Hashable, Sendable, CaseIterable {
    /// Guests may enter.
    case canJoin = "can_join"
    /// Guests may not enter.
    case forbidden

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the rule for a string on the wire; `nil` for an unknown one.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
