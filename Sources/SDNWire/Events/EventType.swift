/// Event types on the wire.
public enum EventType {
    /// `m.room.create`
    public static let create = "m.room.create"
    /// `m.room.member`
    public static let member = "m.room.member"
    /// `m.room.power_levels`
    public static let powerLevels = "m.room.power_levels"
    /// `m.room.join_rules`
    public static let joinRules = "m.room.join_rules"
    /// `m.room.history_visibility`
    public static let historyVisibility = "m.room.history_visibility"
    /// `m.room.guest_access`
    public static let guestAccess = "m.room.guest_access"
    /// `m.room.name`
    public static let name = "m.room.name"
    /// `m.room.topic`
    public static let topic = "m.room.topic"
    /// `m.room.avatar`
    public static let avatar = "m.room.avatar"
    /// `m.room.canonical_alias`
    public static let canonicalAlias = "m.room.canonical_alias"
    /// `m.room.encryption`
    public static let encryption = "m.room.encryption"
    /// `m.room.tombstone`
    public static let tombstone = "m.room.tombstone"
    /// `m.room.server_acl`
    public static let serverACL = "m.room.server_acl"
    /// `m.room.third_party_invite`
    public static let thirdPartyInvite = "m.room.third_party_invite"
    /// `m.room.message`
    public static let message = "m.room.message"
    /// `m.room.encrypted`
    public static let encrypted = "m.room.encrypted"
    /// `m.room.redaction`
    public static let redaction = "m.room.redaction"
    /// `m.reaction`
    public static let reaction = "m.reaction"
}

/// A user's membership in a room, as on the wire.
public enum Membership: String, Sendable, Hashable, CaseIterable {
    case join, invite, leave, ban, knock
}
