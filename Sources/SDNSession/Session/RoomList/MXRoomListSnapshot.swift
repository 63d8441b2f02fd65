import SDNValues

/// The section of a room in a room list.
public enum MXRoomListSection: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Invites that have not been answered.
    case invites
    /// The user's favourites (`m.favourite`).
    case favourites
    /// Rooms that are in no other section.
    case rooms
    /// Rooms that the user has marked as less important (`m.lowpriority`).
    case lowPriority
    /// Rooms on which the user has knocked.
    case knocks

    public static func < (left: MXRoomListSection, right: MXRoomListSection) -> Bool { left.rawValue < right.rawValue }
}

/// The options for the rooms and the order of a room list.
public struct MXRoomListOptions: Sendable, Hashable {
    /// True when rooms with unread events come before the other rooms of their section.
    public var unreadFirst: Bool
    /// True when rooms that the user hid (`m.invisible`) are listed.
    public var showsHidden: Bool
    /// True when spaces are listed.
    public var showsSpaces: Bool
    /// True when a replaced room is still listed after the user has joined its replacement.
    public var showsReplaced: Bool
    /// The rooms that the list shows, of those that the other options leave. Defaults to all of them.
    public var filter: MXRoomListFilter

    /// Creates options. The defaults list the rooms as most lists do.
    public init(
        unreadFirst: Bool = false, showsHidden: Bool = false, showsSpaces: Bool = false, showsReplaced: Bool = false,
        filter: MXRoomListFilter = .all([])
    ) {
        self.unreadFirst = unreadFirst
        self.showsHidden = showsHidden
        self.showsSpaces = showsSpaces
        self.showsReplaced = showsReplaced
        self.filter = filter
    }
}

/// A room list at one moment. It is a value type, and can be kept and compared.
public struct MXRoomListSnapshot: Sendable {
    /// A room with its sort key.
    struct Entry: Sendable {
        let key: RoomListKey
        let summary: MXRoomSummary
    }
    let entries: [Entry]
    /// The number of rooms of the whole list, also of those on pages that are not loaded.
    public let totalCount: Int

    /// - Parameter limit: the greatest number of rooms in the snapshot.
    init(_ index: RoomListIndex, limit: Int = .max) {
        entries = limit < index.entries.count ? Array(index.entries.prefix(limit)) : index.entries
        totalCount = index.entries.count
    }

    /// The number of rooms.
    public var count: Int { entries.count }
    /// True when the list has further pages (``MXRoomListDynamicEntriesController/addOnePage()``).
    public var hasMore: Bool { count < totalCount }
    /// All rooms, section by section, in order. `rooms.prefix(20)` reads only the first 20.
    public var rooms: some RandomAccessCollection<MXRoomSummary> { entries.lazy.map(\.summary) }
    /// The rooms' IDs, in order.
    public var roomIds: [String] { entries.map(\.summary.roomId) }

    /// Returns the rooms of one section, in order.
    public func rooms(in section: MXRoomListSection) -> [MXRoomSummary] {
        let start = entries.partitioningIndex { $0.key.section >= section }
        let end = entries.partitioningIndex { $0.key.section > section }
        return entries[start..<end].map(\.summary)
    }

    /// Returns the changes that turn the room IDs of an older list into those of this list, for a view that moves its rows.
    public func changes(since older: MXRoomListSnapshot) -> CollectionDifference<String> {
        roomIds.difference(from: older.roomIds).inferringMoves()
    }
}

/// The key by which rooms are sorted.
struct RoomListKey: Comparable, Sendable {
    let section: MXRoomListSection
    let isRead: Bool
    /// The order that the user gave the room among the favourites; infinite for a room without an order.
    let tagOrder: Double
    let lastActivity: UInt64
    let roomId: String

    /// Creates the key of a room; `nil` for a room that is not listed.
    /// - Parameters:
    ///   - isWanted: the filter of the list.
    ///   - isJoined: returns true for a room that the user has joined.
    init?(
        _ summary: MXRoomSummary, _ options: MXRoomListOptions, _ isWanted: RoomListPredicate, _ spaces: SpaceGraph,
        isJoined: (String) -> Bool
    ) {
        guard summary.membership.isCurrent, options.showsSpaces || summary.roomTypeString != "m.space" else {
            return nil
        }
        let tags = summary.tags
        guard options.showsHidden || !tags.keys.contains(kMXRoomTagInvisible) else { return nil }
        if !options.showsReplaced, let replacement = summary.replacementRoomId, isJoined(replacement) { return nil }
        guard isWanted.holds(summary, spaces) else { return nil }
        switch summary.membership {
        case .invite: section = .invites
        case .knock: section = .knocks
        default:
            section =
                tags.keys.contains(kMXRoomTagFavourite)
                ? .favourites : tags.keys.contains(kMXRoomTagLowPriority) ? .lowPriority : .rooms
        }
        isRead = options.unreadFirst && !summary.hasUnread
        let order = section == .favourites ? tags[kMXRoomTagFavourite] ?? nil : nil
        tagOrder = order.flatMap { $0.isNaN ? nil : $0 } ?? .infinity
        lastActivity = summary.latestActivity
        roomId = summary.roomId
    }

    static func < (left: RoomListKey, right: RoomListKey) -> Bool {
        if left.section != right.section { return left.section < right.section }
        if left.isRead != right.isRead { return right.isRead }
        if left.tagOrder != right.tagOrder { return left.tagOrder < right.tagOrder }
        if left.lastActivity != right.lastActivity { return left.lastActivity > right.lastActivity }
        return left.roomId < right.roomId
    }
}

extension Array {
    /// Returns the first index for which `belongs` is true. `belongs` has to be true for all later indexes too.
    func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
