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
        self.seesEverything = memberships.last?.membership == .join && visibilities.allSatisfy { $0.visibility >= .shared }
    }

    var isWorldReadable: Bool { visibilities.last?.visibility == .worldReadable }

    var isJoined: Bool { memberships.last?.membership == .join }

    /// The membership after the event at a position.
    func membership(at position: Int64) -> Membership? { memberships.last { $0.ord <= position }?.membership }

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

    /// At a change of visibility or of the own membership, the more open side counts.
    func allows(position: Int64) -> Bool {
        if seesEverything { return true }
        let visibility = max(
            visibilities.last { $0.ord <= position }?.visibility ?? .shared, visibilities.last { $0.ord < position }?.visibility ?? .shared)
        if visibility == .worldReadable { return true }
        let after = membership(at: position)
        let before = memberships.last { $0.ord < position }?.membership
        if after == .join || before == .join { return true }
        if visibility == .shared { return memberships.contains { $0.membership == .join && $0.ord > position } }
        return visibility == .invited && (after == .invite || before == .invite)
    }
}
