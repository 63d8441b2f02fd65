/// From when on a room's members may read its history (SDN sheet 4.4).
public enum MXRoomHistoryVisibility: String, Hashable, Sendable, CaseIterable {
    case worldReadable = "world_readable"
    case shared
    case invited
    case joined

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
