/// Event types on the wire.
public enum EventType {
    /// The first event of a room. It defines the room version.
    public static let create = "m.room.create"
    /// The membership of one user in a room.
    public static let member = "m.room.member"
    /// The power levels of a room.
    public static let powerLevels = "m.room.power_levels"
    /// The rule for who may join a room.
    public static let joinRules = "m.room.join_rules"
    /// The part of the history that users may read.
    public static let historyVisibility = "m.room.history_visibility"
    /// The rule for guests in a room.
    public static let guestAccess = "m.room.guest_access"
    /// The name of a room.
    public static let name = "m.room.name"
    /// The topic of a room.
    public static let topic = "m.room.topic"
    /// The avatar of a room.
    public static let avatar = "m.room.avatar"
    /// The main alias of a room, and other aliases of it.
    public static let canonicalAlias = "m.room.canonical_alias"
    /// The aliases of a room on one server. Up to room version 5, it has rules of its own.
    public static let aliases = "m.room.aliases"
    /// The encryption of a room's messages.
    public static let encryption = "m.room.encryption"
    /// The replacement of a room by another room.
    public static let tombstone = "m.room.tombstone"
    /// The list of servers that may take part in a room.
    public static let serverACL = "m.room.server_acl"
    /// An invitation to an address outside of the network.
    public static let thirdPartyInvite = "m.room.third_party_invite"
    /// A message.
    public static let message = "m.room.message"
    /// An encrypted event.
    public static let encrypted = "m.room.encrypted"
    /// A redaction, which removes the content of another event.
    public static let redaction = "m.room.redaction"
    /// A reaction to another event.
    public static let reaction = "m.reaction"
}

/// A user's membership in a room, as on the wire.
public enum Membership: String, Sendable, Hashable, CaseIterable {
    case join, invite, leave, ban, knock
}
