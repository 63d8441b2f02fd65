import HeraldJSON

extension MXRoomSummary {
    /// The number of unread events as counted on this device (SDN sheet 5.8). An unread event comes from another user, has one of the types
    /// in `MXSession.unreadEventTypes`, and is later than the user's last receipt for the room or own event outside of threads. An event in
    /// a thread is also read when the user's receipt or own event in that thread is at it or after it. Only stored events are counted. The node's counts are ``notificationCount`` and ``highlightCount``.
    public var localUnreadEventCount: UInt { UInt(clamping: details["unread"]?.intValue ?? 0) }
    /// True when the user marked the room as unread.
    public var isMarkedAsUnread: Bool { details["marked_unread"]?.boolValue ?? false }
    /// True when there is something to read, by the node's count, by the count on this device or by the user's own mark.
    public var hasUnread: Bool { isMarkedAsUnread || notificationCount > 0 || localUnreadEventCount > 0 }
    /// The event up to which the user has read, by the read marker (`m.fully_read`). It moves only when the user moves it.
    public var readMarkerEventId: String? { details["read_marker"]?.stringValue }

    /// The unread events of one thread.
    public struct ThreadCounts: Sendable, Hashable {
        /// The number of events that notify the user.
        public let notificationCount: UInt
        /// The number of events that are highlighted.
        public let highlightCount: UInt
    }

    /// The node's counts of unread events in each thread, by the ID of the thread's root. They are present only when the sync filter asks
    /// for them, as the session's own filter does. ``notificationCount`` and ``highlightCount`` include them.
    public var threadCounts: [String: ThreadCounts] {
        var counts: [String: ThreadCounts] = [:]
        for (threadId, count) in details["threads"]?.objectValue ?? [:] {
            counts[threadId] = ThreadCounts(
                notificationCount: UInt(clamping: count["notification_count"]?.intValue ?? 0),
                highlightCount: UInt(clamping: count["highlight_count"]?.intValue ?? 0))
        }
        return counts
    }

    /// The sum of a count over all threads. A node that counts threads apart leaves them out of the counts of the room.
    func sumOfThreads(_ member: String) -> UInt {
        guard let threads = details["threads"]?.objectValue else { return 0 }
        return threads.values.reduce(0) { $0 &+ UInt(clamping: $1[member]?.intValue ?? 0) }
    }

    /// Removes the counts of a thread that the user has read.
    package mutating func forgetCounts(ofThread rootId: String) {
        guard var threads = details["threads"]?.objectValue else { return }
        threads[rootId] = nil
        set(.threads, threads.isEmpty ? nil : .object(threads))
    }

    /// Replaces the counts of threads by the node's counts. The node sends every thread with unread events, so the user has read a thread that is
    /// absent or whose counts are zero.
    package mutating func take(threadCounts view: JSONView) {
        var threads: JSONObject = [:]
        for (threadId, count) in view.members {
            let notifications = max(count["notification_count"]?.int ?? 0, 0)
            let highlights = max(count["highlight_count"]?.int ?? 0, 0)
            threads[threadId] =
                notifications == 0 && highlights == 0
                ? nil : ["notification_count": .int(notifications), "highlight_count": .int(highlights)]
        }
        set(.threads, threads.isEmpty ? nil : .object(threads))
    }

    /// The user's tags of the room by name, with their order from 0 to 1; `nil` stands for a tag without an order.
    public var tags: [String: Double?] {
        var tags: [String: Double?] = [:]
        for (name, tag) in details["tags"]?.objectValue ?? [:] { tags.updateValue(tag["order"]?.number, forKey: name) }
        return tags
    }
    /// The room's order among the user's favourites; `nil` for a room that is not a favourite or has no order.
    public var favoriteTagOrder: Double? { tags[kMXRoomTagFavourite] ?? nil }
    /// True when the user hid the room (`m.invisible`).
    public var hiddenFromUser: Bool { tags.keys.contains(kMXRoomTagInvisible) }

    /// Applies an account-data event of the room.
    package mutating func apply(accountData event: MXEvent) {
        switch event.type {
        case "m.tag": set(.tags, event.content["tags"])
        case "m.fully_read": set(.readMarker, event.content["event_id"])
        case "m.marked_unread":
            set(.markedUnread, event.content["unread"])
            set(.hasStableMark, true)
        // Newer clients change only the stable type, so an old mark of this type would stay for ever.
        case "com.famedly.marked_unread" where details[Detail.hasStableMark.rawValue] == nil:
            set(.markedUnread, event.content["unread"])
        default: break
        }
    }
}

/// The tag of the user's favourite rooms.
public let kMXRoomTagFavourite = MXRoomTag.favourite
/// The tag of rooms that the user wants below the others.
public let kMXRoomTagLowPriority = MXRoomTag.lowPriority
/// The tag of rooms with notices from the node's operator.
public let kMXRoomTagServerNotice = MXRoomTag.serverNotice
/// The tag of rooms that the user hid. This tag is SendingNetwork's own.
public let kMXRoomTagInvisible = MXRoomTag.invisible

extension JSONValue {
    /// The value as a number. Old clients sent a tag's order as a string, so a string that contains a number is read too.
    fileprivate var number: Double? {
        doubleValue ?? intValue.map(Double.init) ?? stringValue.flatMap(Double.init)
    }
}
