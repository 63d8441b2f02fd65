import HeraldJSON

/// Who may do what in a room (SDN sheet 4.5), with the specification's defaults for what the room leaves open.
public struct MXRoomPowerLevels: Sendable, Hashable {
    /// The level of users who have one of their own, by user id.
    public let users: [String: Int]
    /// The level of everyone else; 0 when the room does not say.
    public let usersDefault: Int
    /// The level needed to ban; 50 when the room does not say.
    public let ban: Int
    /// The level needed to take a member out; 50 when the room does not say.
    public let kick: Int
    /// The level needed to redact somebody else's event; 50 when the room does not say.
    public let redact: Int
    /// The level needed to invite; 0 when the room does not say.
    public let invite: Int
    /// The level needed to send events of a type, by type on the wire.
    public let events: [String: Int]
    /// The level needed for events that are no state and not in ``events``; 0 when the room does not say.
    public let eventsDefault: Int
    /// The level needed for state that is not in ``events``; 50 when the room does not say, 0 when it has no power levels at all.
    public let stateDefault: Int
    /// The level needed to notify everyone, by key; the one of today is `room`, whose default is 50.
    public let notifications: [String: Int]

    /// The levels of a room.
    /// - Parameters:
    ///   - content: of the room's power level event; `nil` when it has none, then its creator has 100 and state is open.
    ///   - creator: the user who made the room.
    public init(content: JSONObject?, creator: String? = nil) {
        let levels = content ?? [:]
        func level(_ key: String, _ standard: Int) -> Int { MXRoomPowerLevels.level(levels[key]) ?? standard }
        func table(_ key: String) -> [String: Int] {
            (levels[key]?.objectValue?.dictionary ?? [:]).compactMapValues(MXRoomPowerLevels.level)
        }
        self.users = content == nil ? creator.map { [$0: 100] } ?? [:] : table("users")
        self.usersDefault = level("users_default", 0)
        self.ban = level("ban", 50)
        self.kick = level("kick", 50)
        self.redact = level("redact", 50)
        self.invite = level("invite", 0)
        self.events = table("events")
        self.eventsDefault = level("events_default", 0)
        self.stateDefault = level("state_default", content == nil ? 0 : 50)
        self.notifications = table("notifications")
    }

    /// Up to room version 9 a level may be written as text.
    private static func level(_ value: JSONValue?) -> Int? { (value?.intValue ?? value?.stringValue.flatMap { Int64($0) }).map(Int.init(clamping:)) }

    /// The level of a user: the user's own, or else ``usersDefault``.
    public func powerLevelOfUser(withUserID userId: String) -> Int { users[userId] ?? usersDefault }
    /// The level needed to send a type of event that is no state.
    public func minimumPowerLevelForSendingEvent(asMessage type: MXEventType) -> Int { events[type.identifier] ?? eventsDefault }
    /// The level needed to set a type of state.
    public func minimumPowerLevelForSendingEvent(asStateEvent type: MXEventType) -> Int { events[type.identifier] ?? stateDefault }
}
