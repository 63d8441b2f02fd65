/// Whether guests may enter a room (SDN sheet 4.4).
public enum MXRoomGuestAccess: String, Hashable, Sendable, CaseIterable {
    /// Guests may enter.
    case canJoin = "can_join"
    /// Guests may not enter.
    case forbidden

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
