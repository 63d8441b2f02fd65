import HeraldJSON

extension MXRoomSummary {
    /// The number of unread events as counted on this device: events of `MXSession.unreadEventTypes` from other users since the user's last
    /// receipt or own event, as far as they are stored (SDN sheet 5.8). The node's counts are ``notificationCount`` and ``highlightCount``.
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

    /// The node's counts of the threads with unread events, by the id of the root. It is filled when the sync filter asks for them.
    public var threadCounts: [String: ThreadCounts] {
        var counts: [String: ThreadCounts] = [:]
        for (threadId, count) in details["threads"]?.objectValue ?? [:] {
            counts[threadId] = ThreadCounts(
                notificationCount: UInt(clamping: count["notification_count"]?.intValue ?? 0),
                highlightCount: UInt(clamping: count["highlight_count"]?.intValue ?? 0))
        }
        return counts
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
    /// The order among the user's favourites; `nil` for a room that is no favourite, and for one without an order.
    public var favoriteTagOrder: Double? { tags[kMXRoomTagFavourite] ?? nil }
    /// True when the user hid the room (`m.invisible`).
    public var hiddenFromUser: Bool { tags.keys.contains(kMXRoomTagInvisible) }

    /// Applies account data of the room.
    package mutating func apply(accountData event: MXEvent) {
        switch event.type {
        case "m.tag": set(.tags, event.content["tags"])
        case "m.fully_read": set(.readMarker, event.content["event_id"])
        case "m.marked_unread", "com.famedly.marked_unread": set(.markedUnread, event.content["unread"])
        default: break
        }
    }
}

/// The user's favourites.
public let kMXRoomTagFavourite = MXRoomTag.favourite
/// Rooms that the user wants below the others.
public let kMXRoomTagLowPriority = MXRoomTag.lowPriority
/// Rooms in which the node writes to the user.
public let kMXRoomTagServerNotice = MXRoomTag.serverNotice
/// Rooms that the user hid. This tag is SendingNetwork's own.
public let kMXRoomTagInvisible = MXRoomTag.invisible

extension JSONValue {
    /// The number, when this is a number or a string with one. Old clients sent a tag's order as a string.
    fileprivate var number: Double? {
        doubleValue ?? intValue.map(Double.init) ?? stringValue.flatMap(Double.init)
    }
}
