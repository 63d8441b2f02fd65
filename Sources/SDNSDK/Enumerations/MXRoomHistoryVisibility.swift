/// From when on a room's members may read its history (SDN sheet 4.4).
public enum MXRoomHistoryVisibility: String, Hashable, Sendable, CaseIterable {
    /// Anybody may read, members or not.
    case worldReadable = "world_readable"
    /// Members may read everything, also what came before they were members.
    case shared
    /// Members may read what came since they were invited.
    case invited
    /// Members may read what came since they joined.
    case joined

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
