import HeraldJSON

extension MXRoomSummary {
    /// How many events the user has not read, counted here: those of ``MXSession/unreadEventTypes`` from others since the user's last
    /// receipt or own event, as far as they are stored (SDN sheet 5.8). The node's counts are ``notificationCount`` and
    /// ``highlightCount``.
    public var localUnreadEventCount: UInt { UInt(clamping: details["unread"]?.intValue ?? 0) }
    /// Whether the user marked the room as unread.
    public var isMarkedAsUnread: Bool { details["marked_unread"]?.boolValue ?? false }
    /// Whether there is something to read, by the node's count, by the count here or by the user's own mark.
    public var hasUnread: Bool { isMarkedAsUnread || notificationCount > 0 || localUnreadEventCount > 0 }
    /// The event that the user has read up to, by the read marker (`m.fully_read`), which only moves when the user does it.
    public var readMarkerEventId: String? { details["read_marker"]?.stringValue }

    /// The unread events of one thread.
    public struct ThreadCounts: Sendable, Hashable {
        /// How many notify the user.
        public let notificationCount: UInt
        /// How many do so with emphasis.
        public let highlightCount: UInt
    }

    /// For each thread with unread events, by its root's id, the node's counts; filled when the sync filter asks for them.
    public var threadCounts: [String: ThreadCounts] {
        var counts: [String: ThreadCounts] = [:]
        for (threadId, count) in details["threads"]?.objectValue ?? [:] {
            counts[threadId] = ThreadCounts(
                notificationCount: UInt(clamping: count["notification_count"]?.intValue ?? 0),
                highlightCount: UInt(clamping: count["highlight_count"]?.intValue ?? 0))
        }
        return counts
    }

    /// The node sends every thread that has something unread: one that is not there, or that has zeros, is read.
    mutating func take(threadCounts view: JSONView) {
        var threads: JSONObject = [:]
        for (threadId, count) in view.members {
            let notifications = max(count["notification_count"]?.int ?? 0, 0)
            let highlights = max(count["highlight_count"]?.int ?? 0, 0)
            threads[threadId] =
                notifications == 0 && highlights == 0 ? nil : ["notification_count": .int(notifications), "highlight_count": .int(highlights)]
        }
        set(.threads, threads.isEmpty ? nil : .object(threads))
    }

    /// The user's tags of the room, by name, with their order from 0 to 1; `nil` stands for one that has no order.
    public var tags: [String: Double?] {
        var tags: [String: Double?] = [:]
        for (name, tag) in details["tags"]?.objectValue ?? [:] { tags.updateValue(tag["order"]?.number, forKey: name) }
        return tags
    }
    /// The order among the user's favourites; `nil` for a room that is none, and for one without an order.
    public var favoriteTagOrder: Double? { tags[kMXRoomTagFavourite] ?? nil }
    /// Whether the user hid the room (`m.invisible`).
    public var hiddenFromUser: Bool { tags.keys.contains(kMXRoomTagInvisible) }

    /// Takes over what account data of the room says.
    mutating func apply(accountData event: MXEvent) {
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
/// Rooms that the node writes to the user in.
public let kMXRoomTagServerNotice = MXRoomTag.serverNotice
/// Rooms that the user hid; a tag of SendingNetwork's own.
public let kMXRoomTagInvisible = MXRoomTag.invisible

extension JSONValue {
    /// A number of either kind, or the text of one, which old clients sent as a tag's order.
    fileprivate var number: Double? {
        doubleValue ?? intValue.map(Double.init) ?? stringValue.flatMap(Double.init)
    }
}
