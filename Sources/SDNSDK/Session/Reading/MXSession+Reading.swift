import Synchronization

extension MXSession {
    static let defaultUnreadEventTypes: [MXEventType] = [.roomName, .roomTopic, .roomMessage, .callInvite, .roomEncrypted, .custom("m.sticker")]
    static let defaultAcknowledgableEventTypes: [MXEventType] =
        defaultUnreadEventTypes + [.roomMember, .roomAvatar, .roomCreate, .roomJoinRules, .roomPowerLevels, .roomHistoryVisibility, .reaction]

    /// The types of events that ``MXRoomSummary/localUnreadEventCount`` counts: names, topics, messages, stickers and calls unless set.
    /// Takes effect with what comes next.
    public var unreadEventTypes: [MXEventType] {
        get { shared.withLock { $0.unreadEventTypes } }
        set { shared.withLock { $0.unreadEventTypes = newValue } }
    }
    /// The types of events that a receipt may stand at.
    public var acknowledgableEventTypes: [MXEventType] {
        get { shared.withLock { $0.acknowledgableEventTypes } }
        set { shared.withLock { $0.acknowledgableEventTypes = newValue } }
    }

    /// How many unread events notify the user in all joined rooms, by the node's count.
    public func missedNotificationsCount() -> UInt { joinedRooms.reduce(0) { $0 &+ $1.summary.notificationCount } }
    /// In how many joined rooms unread events notify the user.
    public func missedDiscussionsCount() -> UInt { UInt(joinedRooms.count { $0.summary.notificationCount > 0 }) }

    /// The session's state, first as it is now and then whenever it changes, until it is closed. A reader that is slow may miss states
    /// in between and gets the newest; ``updates()`` has every one.
    public func stateUpdates() -> AsyncStream<MXSessionState> { states.subscribe() }

    /// Rooms that have a tag, in the order that the tag gives them; those without an order come last.
    public func rooms(withTag tag: String) -> [MXRoom] { roomsByTags()[tag] ?? [] }

    /// The rooms of each tag, as ``rooms(withTag:)`` orders them.
    public func roomsByTags() -> [String: [MXRoom]] {
        var byTag: [String: [(order: Double, active: UInt64, room: MXRoom)]] = [:]
        for room in rooms {
            let summary = room.summary
            for (tag, order) in summary.tags { byTag[tag, default: []].append((order ?? .infinity, summary.lastActivity, room)) }
        }
        return byTag.mapValues { $0.sorted { ($0.order, $1.active, $0.room.roomId) < ($1.order, $0.active, $1.room.roomId) }.map(\.room) }
    }
}
