import HeraldJSON

/// The power levels of a room (SDN sheet 4.5). A level that the room does not set has the specification's default.
///
/// ```swift
/// let levels = MXRoomPowerLevels(content: ["users": ["@ann:node.example.org": 50], "events": ["m.room.name": 50]])
/// let ann = levels.powerLevelOfUser(withUserID: "@ann:node.example.org")
/// let mayRename = ann >= levels.minimumPowerLevelForSendingEvent(asStateEvent: .roomName)
/// ```
public struct MXRoomPowerLevels: Sendable, Hashable {
    /// The levels of single users, by user ID.
    public let users: [String: Int]
    /// The level of all other users; 0 when the room does not set it.
    public let usersDefault: Int
    /// The level needed to ban; 50 when the room does not set it.
    public let ban: Int
    /// The level needed to remove a member; 50 when the room does not set it.
    public let kick: Int
    /// The level needed to redact another user's event; 50 when the room does not set it.
    public let redact: Int
    /// The level needed to invite; 0 when the room does not set it.
    public let invite: Int
    /// The levels needed to send events, by event type on the wire.
    public let events: [String: Int]
    /// The level needed to send an event that is not a state event and not in ``events``; 0 when the room does not set it.
    public let eventsDefault: Int
    /// The level needed to set state that is not in ``events``. When the room's power levels do not contain it, it is 50. In a room without
    /// power levels, it is 0.
    public let stateDefault: Int
    /// The levels needed to notify everyone, by key. The key in use today is `room`, whose default is 50.
    public let notifications: [String: Int]

    /// The users who have more power than any level. From room version 12 on, these are the creators of the room.
    public let usersAboveLevels: Set<String>

    /// Reads the levels of a room.
    /// - Parameters:
    ///   - content: the content of the room's power level event. With `nil`, the creator has level 100, and everybody may set state.
    ///   - creator: the user who created the room.
    ///   - usersAboveLevels: the users who have more power than any level. Defaults to none, as before room version 12.
    public init(content: JSONObject?, creator: String? = nil, usersAboveLevels: Set<String> = []) {
        self.usersAboveLevels = usersAboveLevels
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

    /// Reads a level. Up to room version 9, a level may be a string.
    private static func level(_ value: JSONValue?) -> Int? {
        (value?.intValue ?? value?.stringValue.flatMap { Int64($0) }).map(Int.init(clamping:))
    }

    /// Returns the user's own level, or else ``usersDefault``. For a user above all levels, it is the largest number.
    public func powerLevelOfUser(withUserID userId: String) -> Int {
        usersAboveLevels.contains(userId) ? .max : users[userId] ?? usersDefault
    }
    /// Returns the level needed to send an event of this type that is not a state event.
    public func minimumPowerLevelForSendingEvent(asMessage type: MXEventType) -> Int {
        events[type.identifier] ?? eventsDefault
    }
    /// Returns the level needed to send a state event of this type.
    public func minimumPowerLevelForSendingEvent(asStateEvent type: MXEventType) -> Int {
        events[type.identifier] ?? stateDefault
    }
}
