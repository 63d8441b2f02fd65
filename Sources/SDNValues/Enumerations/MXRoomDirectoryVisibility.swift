/// A room's visibility in the public room list (SDN sheet 4.4).
public enum MXRoomDirectoryVisibility: String, Hashable, Sendable, CaseIterable {
    /// The room is not in the list.
    case `private`
    /// The room is in the list.
    case `public`

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the visibility for a string on the wire; `nil` for an unknown one.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
