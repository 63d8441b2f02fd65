/// A bundle of room settings at creation (SDN sheet 4.4).
public enum MXRoomPreset: String, Hashable, Sendable, CaseIterable {
    /// A room by invitation, in which the creator alone has power.
    case privateChat = "private_chat"
    /// A room by invitation, in which the invited users get the creator's power.
    case trustedPrivateChat = "trusted_private_chat"
    /// A room that is open to everybody.
    case publicChat = "public_chat"

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the preset for a string on the wire; `nil` for an unknown one.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
