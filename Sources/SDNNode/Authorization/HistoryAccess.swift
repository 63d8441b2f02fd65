import GRDB
import SDNWire

/// Which part of a room's history a user may read: `m.room.history_visibility` against the user's memberships (SDN sheet 7.3).
struct HistoryAccess: Sendable {
    /// From least to most open.
    enum Visibility: String, Sendable, Comparable, CaseIterable {
        case joined, invited, shared
        case worldReadable = "world_readable"

        /// A name; an unknown one counts as `shared`, the default.
        init(_ text: String?) { self = text.flatMap(Visibility.init(rawValue:)) ?? .shared }

        private var openness: Int { Self.allCases.firstIndex(of: self) ?? 0 }
        static func < (left: Visibility, right: Visibility) -> Bool { left.openness < right.openness }
    }

    let user: String
    private let memberships: [(ord: Int64, membership: Membership)]
    private let visibilities: [(ord: Int64, visibility: Visibility)]
    private let seesEverything: Bool
    /// The position at which the user came in last; 0 for who never did.
    private let lastJoin: Int64

    init(user: String, room: Int64, in db: Database) throws {
        let memberships = try StateStore.history(EventType.member, user, room: room, in: db).map {
            (ord: $0.ord, membership: $0.value.flatMap(Membership.init(rawValue:)) ?? .leave)
        }
        let visibilities = try StateStore.history(EventType.historyVisibility, "", room: room, in: db).map { (ord: $0.ord, visibility: Visibility($0.value)) }
        self.init(user: user, memberships: memberships, visibilities: visibilities)
    }

    /// Both lists oldest first.
    init(user: String, memberships: [(ord: Int64, membership: Membership)], visibilities: [(ord: Int64, visibility: Visibility)]) {
        self.user = user
        self.memberships = memberships
        self.visibilities = visibilities
        self.lastJoin = memberships.last { $0.membership == .join }?.ord ?? 0
        self.seesEverything = memberships.last?.membership == .join && visibilities.allSatisfy { $0.visibility >= .shared }
    }

    var isWorldReadable: Bool { visibilities.last?.visibility == .worldReadable }

    var isJoined: Bool { memberships.last?.membership == .join }

    /// The position at which the user came in and since when they have been inside; `nil` for who is not.
    var joinedSince: Int64? { beginning(of: .join) }

    /// The position of the invitation of somebody who is invited.
    var invitedSince: Int64? { beginning(of: .invite) }

    private func beginning(of membership: Membership) -> Int64? { memberships.reversed().prefix { $0.membership == membership }.last?.ord }

    /// Whether the user was inside when the event at a position came.
    func wasInside(at position: Int64) -> Bool { membership(at: position) == .join }

    /// The membership after the event at a position.
    func membership(at position: Int64) -> Membership? { Self.index(of: position, in: memberships, \.ord).map { memberships[$0].membership } }

    func wasJoined(after lower: Int64, upTo upper: Int64) -> Bool {
        memberships.contains { $0.membership == .join && $0.ord > lower && $0.ord <= upper }
    }

    /// The newest position whose state the user may see: now for a member, the moment of leaving for a former one; `nil` for others.
    var statePosition: Int64? {
        if isJoined || isWorldReadable { return .max }
        guard let lastJoin = memberships.lastIndex(where: { $0.membership == .join }) else { return nil }
        return memberships[(lastJoin + 1)...].first?.ord ?? .max
    }

    /// No event after this position is visible.
    var upperBound: Int64 {
        if isJoined || visibilities.contains(where: { $0.visibility == .worldReadable }) { return .max }
        return memberships.last?.ord ?? 0
    }

    func allows(_ event: StoredEvent) -> Bool {
        if event.type == EventType.member && event.stateKey?.isIdentical(to: user) == true { return true }
        return allows(position: event.ord)
    }

    /// At a change of visibility or of the own membership, what either side allows is allowed: neither of two visibilities admits all that
    /// the other does, because `shared` is for who joins later and `invited` for who is invited.
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

    /// The last entry up to a position. A user can have changed the own member event very often, and this is asked of every event.
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

    /// The stretches of the stream up to a position that the user may read, oldest first: what a walk over the history need not look at
    /// lies between them.
    /// - Parameter includesOwn: whether the events that are about the user count although what is around them may not be seen.
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
            let isSeen = sees(visibility, change, before: before.0, after: membership) || sees(before.1, change, before: before.0, after: membership)
            if isOwn && includesOwn || isSeen { add(change, change) }
            first = change + 1
        }
        if sees(visibility, first, before: membership, after: membership) { add(first, upper) }
        return ranges
    }
}
