/// A bundle of room settings at creation (SDN sheet 4.4).
public enum MXRoomPreset: String, Hashable, Sendable, CaseIterable {
    /// By invitation; the creator alone has power.
    case privateChat = "private_chat"
    /// By invitation; the invited get the creator's power.
    case trustedPrivateChat = "trusted_private_chat"
    /// Open to everybody.
    case publicChat = "public_chat"

    /// The text on the wire.
    public var identifier: String { rawValue }

    /// `nil` for a text that is not known.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
