import SDNValues
import Synchronization

extension MXSession {
    static let defaultUnreadEventTypes: [MXEventType] = [
        .roomName, .roomTopic, .roomMessage, .callInvite, .roomEncrypted, .custom("m.sticker"),
    ]
    static let defaultAcknowledgableEventTypes: [MXEventType] =
        defaultUnreadEventTypes + [
            .roomMember, .roomAvatar, .roomCreate, .roomJoinRules, .roomPowerLevels, .roomHistoryVisibility, .reaction,
        ]

    /// The types of events that ``/SDNValues/MXRoomSummary/localUnreadEventCount`` counts. Defaults to names, topics, messages, stickers and calls. A change
    /// takes effect with later events.
    public var unreadEventTypes: [MXEventType] {
        get { shared.withLock { $0.unreadEventTypes } }
        set { shared.withLock { $0.unreadEventTypes = newValue } }
    }
    /// The types of events that can have a receipt.
    public var acknowledgableEventTypes: [MXEventType] {
        get { shared.withLock { $0.acknowledgableEventTypes } }
        set { shared.withLock { $0.acknowledgableEventTypes = newValue } }
    }

    /// Returns the number of unread events that notify the user, in all joined rooms, as the node counts them.
    public func missedNotificationsCount() -> UInt { joinedRooms.reduce(0) { $0 &+ $1.summary.notificationCount } }
    /// Returns the number of joined rooms with unread events that notify the user.
    public func missedDiscussionsCount() -> UInt { UInt(joinedRooms.count { $0.summary.notificationCount > 0 }) }

    /// Returns the session's state as a stream: the current state, and then each change, until the session is closed. A slow reader may miss
    /// states in between and gets the newest. ``updates()`` delivers every one.
    public func stateUpdates() -> AsyncStream<MXSessionState> { states.subscribe() }

    /// Returns the rooms with a tag, in the order of the tag. Rooms without an order come last.
    public func rooms(withTag tag: String) -> [MXRoom] { roomsByTags()[tag] ?? [] }

    /// Returns the rooms of each tag, in the order of ``rooms(withTag:)``.
    public func roomsByTags() -> [String: [MXRoom]] {
        var byTag: [String: [(order: Double, active: UInt64, room: MXRoom)]] = [:]
        for room in rooms {
            let summary = room.summary
            for (tag, order) in summary.tags {
                byTag[tag, default: []].append((order ?? .infinity, summary.lastActivity, room))
            }
        }
        return byTag.mapValues {
            $0.sorted { ($0.order, $1.active, $0.room.roomId) < ($1.order, $0.active, $1.room.roomId) }.map(\.room)
        }
    }
}
