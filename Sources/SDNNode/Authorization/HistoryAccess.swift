import GRDB
import SDNWire

/// Decides which part of a room's history a user may read, from `m.room.history_visibility` and the user's memberships (SDN sheet 7.3).
struct HistoryAccess: Sendable {
    /// The values of `m.room.history_visibility`, from least to most open.
    enum Visibility: String, Sendable, Comparable, CaseIterable {
        case joined, invited, shared
        case worldReadable = "world_readable"

        /// Reads a value. An unknown value counts as `shared`, which is Matrix's default.
        init(_ text: String?) { self = text.flatMap(Visibility.init(rawValue:)) ?? .shared }

        private var openness: Int {
            switch self {
            case .joined: 0
            case .invited: 1
            case .shared: 2
            case .worldReadable: 3
            }
        }
        static func < (left: Visibility, right: Visibility) -> Bool { left.openness < right.openness }
    }

    let user: String
    private let memberships: [(ord: Int64, membership: Membership)]
    private let visibilities: [(ord: Int64, visibility: Visibility)]
    private let seesEverything: Bool
    /// The position of the user's latest join; 0 if the user has never joined.
    private let lastJoin: Int64

    /// Reads the access.
    /// - Parameter isClosed: true if the operator has closed the room. Nobody reads it then who has not been a member. Defaults to `false`.
    init(user: String, room: RoomRowID, isClosed: Bool = false, in db: Database) throws {
        try self.init(
            user: user, room: room, isClosed: isClosed,
            visibilities: StateStore.history(EventType.historyVisibility, "", room: room, in: db), in: db)
    }

    /// Reads the access with the visibilities that the snapshot remembers.
    init(user: String, room: RoomRowID, isClosed: Bool = false, in snapshot: SyncSnapshot) throws {
        try self.init(
            user: user, room: room, isClosed: isClosed, visibilities: snapshot.visibilities(of: room), in: snapshot.db)
    }

    private init(user: String, room: RoomRowID, isClosed: Bool, visibilities: [StateStore.Entry], in db: Database)
        throws
    {
        // In a closed room, the members keep what they could read up to their leave, and a world-readable history is open to no others.
        let mostOpen: Visibility = isClosed ? .shared : .worldReadable
        let memberships = try StateStore.history(EventType.member, user, room: room, in: db).map {
            (ord: $0.ord, membership: $0.value.flatMap(Membership.init(rawValue:)) ?? .leave)
        }
        self.init(
            user: user, memberships: memberships,
            visibilities: visibilities.map { (ord: $0.ord, visibility: min(Visibility($0.value), mostOpen)) })
    }

    /// Creates the access from a user's memberships in a room and the room's history visibilities. Both lists begin with the oldest entry.
    init(
        user: String, memberships: [(ord: Int64, membership: Membership)],
        visibilities: [(ord: Int64, visibility: Visibility)]
    ) {
        self.user = user
        self.memberships = memberships
        self.visibilities = visibilities
        self.lastJoin = memberships.last { $0.membership == .join }?.ord ?? 0
        self.seesEverything =
            memberships.last?.membership == .join && visibilities.allSatisfy { $0.visibility >= .shared }
    }

    var isWorldReadable: Bool { visibilities.last?.visibility == .worldReadable }

    var isJoined: Bool { memberships.last?.membership == .join }

    /// The position at which the user's present stay in the room began; `nil` if the user is not joined.
    var joinedSince: Int64? { beginning(of: .join) }

    /// The position of the user's pending invitation; `nil` if there is none.
    var invitedSince: Int64? { beginning(of: .invite) }

    private func beginning(of membership: Membership) -> Int64? {
        memberships.reversed().prefix { $0.membership == membership }.last?.ord
    }

    /// True if the user was joined right after the event at a position.
    func wasInside(at position: Int64) -> Bool { membership(at: position) == .join }

    /// True if the event at a position invited the user.
    func wasInvited(at position: Int64) -> Bool {
        guard let index = Self.index(of: position, in: memberships, \.ord) else { return false }
        return memberships[index].ord == position && memberships[index].membership == .invite
    }

    /// Returns the user's membership right after the event at a position.
    func membership(at position: Int64) -> Membership? {
        Self.index(of: position, in: memberships, \.ord).map { memberships[$0].membership }
    }

    /// The ranges of positions right after which the user was joined, oldest first.
    var insideRanges: [ClosedRange<Int64>] {
        var ranges: [ClosedRange<Int64>] = [], first: Int64?
        for entry in memberships {
            if entry.membership == .join {
                first = first ?? entry.ord
            } else if let begun = first.take() {
                ranges.append(begun...max(begun, entry.ord - 1))
            }
        }
        return ranges + (first.map { [$0...Int64.max] } ?? [])
    }

    func wasJoined(after lower: Int64, upTo upper: Int64) -> Bool {
        memberships.contains { $0.membership == .join && $0.ord > lower && $0.ord <= upper }
    }

    /// The newest position whose state the user may see. For a member, and for everyone in a world-readable room, there is no bound. For a former
    /// member, it is the position at which the user left. For all others, it is `nil`.
    var statePosition: Int64? {
        if isJoined || isWorldReadable { return .max }
        guard let lastJoin = memberships.lastIndex(where: { $0.membership == .join }) else { return nil }
        return memberships[(lastJoin + 1)...].first?.ord ?? .max
    }

    /// The last position that the user may see. No later event is visible.
    var upperBound: Int64 {
        if isJoined || visibilities.contains(where: { $0.visibility == .worldReadable }) { return .max }
        return memberships.last?.ord ?? 0
    }

    /// True if the user is joined and an event is part of the room's current state, which every member may see. The event that it replaced
    /// must be visible as well, because it is part of the state before the event.
    func allowsCurrent(_ event: StoredEvent, _ room: RoomRecord, _ db: Database) throws -> Bool {
        guard isJoined, let key = event.stateKey,
            try StateStore.entry(event.type, key, room: room.rowID, in: db)?.ord == event.ord
        else { return false }
        return try event.replaces.map { replaced in
            try EventStore.event(room: room.rowID, ord: replaced, in: db).map(allows) ?? false
        } ?? true
    }

    func allows(_ event: StoredEvent) -> Bool {
        if event.type == EventType.member && event.stateKey?.isIdentical(to: user) == true { return true }
        return allows(position: event.ord)
    }

    /// True if the user may see the event at a position. An event that changes the visibility or the user's membership is visible if the
    /// state before the event or the state after it allows that. Both states must be checked, because neither of two visibilities always
    /// allows more than the other: `shared` also covers users who join later, and `invited` covers users who are only invited.
    func allows(position: Int64) -> Bool {
        if seesEverything { return true }
        let (before, after) = (visibility(at: position - 1), visibility(at: position))
        let memberships = (before: membership(at: position - 1), after: membership(at: position))
        return sees(after, position, before: memberships.before, after: memberships.after)
            || before != after && sees(before, position, before: memberships.before, after: memberships.after)
    }

    private func visibility(at position: Int64) -> Visibility {
        Self.index(of: position, in: visibilities, \.ord).map { visibilities[$0].visibility } ?? .shared
    }

    /// Returns the index of the last entry that is at a position or before it. The function uses a binary search, because it runs for every
    /// event and a user may have very many member events.
    private static func index<Entry>(of position: Int64, in entries: [Entry], _ ord: (Entry) -> Int64) -> Int? {
        var low = 0, high = entries.count
        while low < high {
            let middle = low + (high - low) / 2
            if ord(entries[middle]) <= position { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    private func sees(_ visibility: Visibility, _ position: Int64, before: Membership?, after: Membership?) -> Bool {
        if visibility == .worldReadable || after == .join || before == .join { return true }
        if visibility == .shared { return lastJoin > position }
        return visibility == .invited && (after == .invite || before == .invite)
    }

    /// Returns the ranges of the stream that the user may read, oldest first, up to the position `upper`. Code that reads the history skips
    /// the events between these ranges.
    /// - Parameter includesOwn: true if the user's own member events count even where the events around them are hidden.
    func readable(upTo upper: Int64, includesOwn: Bool) -> [ClosedRange<Int64>] {
        if seesEverything { return upper > 0 ? [1...upper] : [] }
        var ranges: [ClosedRange<Int64>] = []
        func add(_ first: Int64, _ last: Int64) {
            let last = min(last, upper)
            guard first <= last else { return }
            if let before = ranges.last, before.upperBound == first - 1 {
                ranges[ranges.count - 1] = before.lowerBound...last
            } else {
                ranges.append(first...last)
            }
        }
        var comingMemberships = memberships[...], comingVisibilities = visibilities[...]
        var membership: Membership?, visibility = Visibility.shared, first: Int64 = 1
        while let change = [comingMemberships.first?.ord, comingVisibilities.first?.ord].compactMap({ $0 }).min() {
            if first < change, sees(visibility, first, before: membership, after: membership) { add(first, change - 1) }
            let before = (membership, visibility)
            let isOwn = comingMemberships.first?.ord == change
            while comingMemberships.first?.ord == change { membership = comingMemberships.removeFirst().membership }
            while comingVisibilities.first?.ord == change { visibility = comingVisibilities.removeFirst().visibility }
            let isSeen =
                sees(visibility, change, before: before.0, after: membership)
                || sees(before.1, change, before: before.0, after: membership)
            if isOwn && includesOwn || isSeen { add(change, change) }
            first = change + 1
        }
        if sees(visibility, first, before: membership, after: membership) { add(first, upper) }
        return ranges
    }
}
