/// The rule for who may enter a room (SDN sheet 4.4).
public enum MXRoomJoinRule: String, Hashable, Sendable, CaseIterable {
    /// Everybody may enter.
    case `public`
    /// Only invited users may enter.
    case invite
    /// Invited users may enter, and so may members of the rooms that the rule names.
    case restricted
    /// Reserved by the Matrix specification, without a meaning of its own.
    case `private`
    /// Invited users may enter. Other users may knock, which is to ask for an invite.
    case knock
    /// Users may enter or knock by the rules of both ``knock`` and ``restricted``.
    case knockRestricted = "knock_restricted"

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the rule for a string on the wire; `nil` for an unknown string.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}

/// A room's rule for guests (SDN sheet 4.4).
public enum MXRoomGuestAccess: String, Hashable, Sendable, CaseIterable {
    /// Guests may enter.
    case canJoin = "can_join"
    /// Guests may not enter.
    case forbidden

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the rule for a string on the wire; `nil` for an unknown string.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}

/// The part of a room's history that its members may read (SDN sheet 4.4).
public enum MXRoomHistoryVisibility: String, Hashable, Sendable, CaseIterable {
    /// Everybody may read everything, including users who are not members.
    case worldReadable = "world_readable"
    /// Members may read everything, including events from before they were members.
    case shared
    /// Members may read the events since they were invited.
    case invited
    /// Members may read the events since they joined.
    case joined

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the visibility for a string on the wire; `nil` for an unknown string.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}

/// A room's visibility in the public room list (SDN sheet 4.4).
public enum MXRoomDirectoryVisibility: String, Hashable, Sendable, CaseIterable {
    /// The room is not in the public room list.
    case `private`
    /// The room is in the public room list.
    case `public`

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the visibility for a string on the wire; `nil` for an unknown string.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}

/// A bundle of settings for a new room (SDN sheet 4.4).
public enum MXRoomPreset: String, Hashable, Sendable, CaseIterable {
    /// A room that users enter by invitation. Only the creator has a raised power level.
    case privateChat = "private_chat"
    /// A room that users enter by invitation. The invited users get the creator's power level.
    case trustedPrivateChat = "trusted_private_chat"
    /// A room that is open to everybody.
    case publicChat = "public_chat"

    /// The string on the wire.
    public var identifier: String { rawValue }

    /// Creates the preset for a string on the wire; `nil` for an unknown string.
    public init?(identifier: String) { self.init(rawValue: identifier) }
}
