import HeraldJSON

/// Who may do what in a room (SDN sheet 4.5), with the specification's defaults for what the room leaves open.
public struct MXRoomPowerLevels: Sendable, Hashable {
    public let users: [String: Int]
    public let usersDefault: Int
    public let ban: Int
    public let kick: Int
    public let redact: Int
    public let invite: Int
    public let events: [String: Int]
    public let eventsDefault: Int
    public let stateDefault: Int
    public let notifications: [String: Int]

    /// - Parameters:
    ///   - content: of the room's power level event; `nil` when it has none, then its creator has 100 and state is open.
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

    public func powerLevelOfUser(withUserID userId: String) -> Int { users[userId] ?? usersDefault }
    public func minimumPowerLevelForSendingEvent(asMessage type: MXEventType) -> Int { events[type.identifier] ?? eventsDefault }
    public func minimumPowerLevelForSendingEvent(asStateEvent type: MXEventType) -> Int { events[type.identifier] ?? stateDefault }
}
