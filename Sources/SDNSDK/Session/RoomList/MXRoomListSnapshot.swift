/// Where a room stands in a room list.
public enum MXRoomListSection: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// Invites that wait for an answer.
    case invites
    /// The user's favourites (`m.favourite`).
    case favourites
    /// What is in no other section.
    case rooms
    /// Rooms that the user wants below the others (`m.lowpriority`).
    case lowPriority
    /// Rooms that the user asked to be let into.
    case knocks

    public static func < (left: MXRoomListSection, right: MXRoomListSection) -> Bool { left.rawValue < right.rawValue }
}

/// What a room list shows, and in which order.
public struct MXRoomListOptions: Sendable, Hashable {
    /// Whether rooms with something to read stand before the others of their section.
    public var unreadFirst: Bool
    /// Whether rooms that the user hid (`m.invisible`) are listed.
    public var showsHidden: Bool
    /// Whether spaces are listed.
    public var showsSpaces: Bool
    /// Whether a room that was replaced is listed beside its replacement, once the user is in that.
    public var showsReplaced: Bool

    /// Rooms as most lists show them: the default.
    public init(unreadFirst: Bool = false, showsHidden: Bool = false, showsSpaces: Bool = false, showsReplaced: Bool = false) {
        self.unreadFirst = unreadFirst
        self.showsHidden = showsHidden
        self.showsSpaces = showsSpaces
        self.showsReplaced = showsReplaced
    }
}

/// A room list at one moment. A value: keep it, compare it, hand it on.
public struct MXRoomListSnapshot: Sendable {
    /// A room with its place.
    struct Entry: Sendable {
        let key: RoomListKey
        let summary: MXRoomSummary
    }
    let entries: [Entry]

    /// How many rooms there are.
    public var count: Int { entries.count }
    /// Every room, section by section, in order. The first few are to be had without the others: `rooms.prefix(20)`.
    public var rooms: some RandomAccessCollection<MXRoomSummary> { entries.lazy.map(\.summary) }
    /// The rooms' ids, in order.
    public var roomIds: [String] { entries.map(\.summary.roomId) }

    /// The rooms of one section, in order.
    public func rooms(in section: MXRoomListSection) -> [MXRoomSummary] {
        let start = entries.partitioningIndex { $0.key.section >= section }
        let end = entries.partitioningIndex { $0.key.section > section }
        return entries[start..<end].map(\.summary)
    }

    /// What to do to an older list of ids to have this one, for a view that moves its rows.
    public func changes(since older: MXRoomListSnapshot) -> CollectionDifference<String> { roomIds.difference(from: older.roomIds).inferringMoves() }
}

/// What rooms are ordered by.
struct RoomListKey: Comparable, Sendable {
    let section: MXRoomListSection
    let isRead: Bool
    /// Among favourites, the order that the user gave; infinite without one.
    let tagOrder: Double
    let lastActivity: UInt64
    let roomId: String

    /// - Returns: `nil` for a room that is not listed.
    /// - Parameter isJoined: whether the user is in a room.
    init?(_ summary: MXRoomSummary, _ options: MXRoomListOptions, isJoined: (String) -> Bool) {
        guard summary.membership.isCurrent, options.showsSpaces || summary.roomTypeString != "m.space" else { return nil }
        let tags = summary.tags
        guard options.showsHidden || !tags.keys.contains(kMXRoomTagInvisible) else { return nil }
        if !options.showsReplaced, let replacement = summary.replacementRoomId, isJoined(replacement) { return nil }
        switch summary.membership {
        case .invite: section = .invites
        case .knock: section = .knocks
        default:
            section = tags.keys.contains(kMXRoomTagFavourite) ? .favourites : tags.keys.contains(kMXRoomTagLowPriority) ? .lowPriority : .rooms
        }
        isRead = options.unreadFirst && !summary.hasUnread
        let order = section == .favourites ? tags[kMXRoomTagFavourite] ?? nil : nil
        tagOrder = order.flatMap { $0.isNaN ? nil : $0 } ?? .infinity
        lastActivity = summary.lastActivity
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
    /// The first index for which `belongs` holds, in an array where it holds from some index on.
    func partitioningIndex(_ belongs: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
