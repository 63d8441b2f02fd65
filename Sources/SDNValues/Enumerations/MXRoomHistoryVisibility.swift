/// The part of a room's history that its members may read (SDN sheet 4.4).
public enum MXRoomHistoryVisibility: String, Hashable, Sendable, CaseIterable {
    /// Anybody may read everything, members or not.
    case worldReadable = "world_readable"
    /// Members may read everything, including events from before they were members.
    case shared
    /// Members may read the events since they were invited.
    case invited
    /// Members may read the events since they joined.
    case joined

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the visibility for a string on the wire; `nil` for an unknown one.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
