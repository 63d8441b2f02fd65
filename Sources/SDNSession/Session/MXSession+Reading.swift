import HeraldLocks
import SDNFolds
import SDNValues

extension MXSession {
    static let defaultUnreadEventTypes: [MXEventType] = [
        .roomName, .roomTopic, .roomMessage, .callInvite, .roomEncrypted, .custom("m.sticker"),
    ]

    /// The types of events that ``/SDNValues/MXRoomSummary/localUnreadEventCount`` counts. Defaults to names, topics, messages, stickers and calls. A change
    /// takes effect with later events.
    public var unreadEventTypes: [MXEventType] {
        get { shared.withLock { $0.unreadEventTypes } }
        set { shared.withLock { $0.unreadEventTypes = newValue } }
    }
    /// The types of events that can have a receipt. An empty list, which is the default, means every type. With a list, the node goes on counting an
    /// event of another type that notifies the user, until the user reads a later event of a listed type.
    public var acknowledgableEventTypes: [MXEventType] {
        get { shared.withLock { $0.acknowledgableEventTypes } }
        set { shared.withLock { $0.acknowledgableEventTypes = newValue } }
    }

    /// Returns the number of unread events that notify the user, in all joined rooms, as the node counts them.
    public func missedNotificationsCount() -> UInt { joinedRooms.reduce(0) { $0 &+ $1.summary.notificationCount } }
    /// Returns the number of joined rooms with unread events that notify the user.
    public func missedDiscussionsCount() -> UInt { UInt(joinedRooms.count { $0.summary.notificationCount > 0 }) }

    /// Records that the user has read all events of every joined room. If one room fails, the other rooms are marked nevertheless.
    /// - Throws: the first error, after all rooms were tried.
    public func markAllMessagesAsRead() async throws {
        var failure: (any Error)?
        for room in joinedRooms where room.summary.hasUnread {
            do { try await room.markAllAsRead() } catch { failure = failure ?? error }
            try Task.checkCancellation()
        }
        if let failure { throw failure }
    }

    /// Moves the marks in lists after a sync to where the store says that their events are. This method is called only inside the gate.
    func moveThreadMarks(_ changes: SyncChanges) async {
        for change in changes.rooms {
            guard let room = room(withRoomId: change.summary.roomId), !room.liveTimeline.feeds.isEmpty else { continue }
            // The lists show what the sync brought. An older mark in a list is no reason to refuse the sync.
            try? await room.moveThreadMarks(change.receipts)
        }
    }
}
