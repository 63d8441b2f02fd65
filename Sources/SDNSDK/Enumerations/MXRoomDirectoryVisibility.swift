/// Whether the public list shows a room (SDN sheet 4.4).
public enum MXRoomDirectoryVisibility: String, Hashable, Sendable, CaseIterable {
    /// The list leaves the room out.
    case `private`
    /// The list shows the room.
    case `public`

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
