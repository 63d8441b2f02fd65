/// Who may enter a room (SDN sheet 4.4).
public enum MXRoomJoinRule: String, Hashable, Sendable, CaseIterable {
    case `public`
    case invite
    case restricted
    case `private`
    case knock
    case knockRestricted = "knock_restricted"

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
