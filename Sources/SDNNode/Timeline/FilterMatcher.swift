import HeraldJSON
import SDNWire
import Synchronization

/// Matches events with the lists of one filter. The lists are prepared once for a whole request.
final class FilterMatcher: Sendable {
    let filter: RoomEventFilter
    /// The relations of which an event needs one; `nil` if it needs none.
    let relations: WantedRelations?
    private let types: EventTypePatterns?
    private let notTypes: EventTypePatterns
    private let senders: Set<String>?
    private let notSenders: Set<String>
    private let rooms: Set<String>?
    private let notRooms: Set<String>
    private let work: PatternWork
    /// The results of the filter by event type. They are cached, because a room has many events of few types.
    private let known = Mutex<[String: Bool]>([:])
    private static let knownTypes = 1_000

    init(_ filter: RoomEventFilter, work: PatternWork) {
        self.filter = filter
        self.relations = WantedRelations(filter)
        self.types = filter.types.map(EventTypePatterns.init)
        self.notTypes = EventTypePatterns(filter.notTypes)
        self.senders = filter.senders.map(Set.init)
        self.notSenders = Set(filter.notSenders)
        self.rooms = filter.rooms.map(Set.init)
        self.notRooms = Set(filter.notRooms)
        self.work = work
    }

    /// True if events of this type and sender pass, apart from conditions on their content and their relations.
    func admits(type: String, sender: String) -> Bool {
        guard !notSenders.contains(sender), senders?.contains(sender) ?? true else { return false }
        if let known = known.withLock({ $0[type] }) { return known }
        let answer = !notTypes.matches(type, work) && types?.matches(type, work) ?? true
        known.withLock { known in
            if known.count < Self.knownTypes { known[type] = answer }
        }
        return answer
    }

    /// True if an entry of this type and sender passes: account data, receipts, typing or presence. Such entries have no URL.
    func admitsEntry(type: String, sender: String) -> Bool {
        filter.containsURL != true && admits(type: type, sender: sender)
    }

    func admits(room: String) -> Bool { !notRooms.contains(room) && rooms?.contains(room) ?? true }
}

/// The relations of which an event needs at least one to pass a filter.
struct WantedRelations: Sendable {
    /// The kinds as a JSON array; `nil` for all.
    let kinds: String?
    /// The senders as a JSON array; `nil` for all.
    let senders: String?
    /// The number of look-ups that the condition costs for each event.
    let lookUps: Int

    init?(_ filter: RoomEventFilter) {
        let (kinds, senders) = (filter.relatedByRelTypes, filter.relatedBySenders)
        guard !kinds.isEmpty || !senders.isEmpty else { return nil }
        self.kinds = Self.list(kinds)
        self.senders = Self.list(senders)
        lookUps = senders.isEmpty ? kinds.count : senders.count
    }

    private static func list(_ texts: [String]) -> String? {
        guard !texts.isEmpty else { return nil }
        return String(decoding: JSONValue.array(texts.map(JSONValue.string)).serialized(), as: UTF8.self)
    }
}

/// The parts of a sync filter, prepared once for a whole request.
struct SyncMatchers: Sendable {
    let timeline: FilterMatcher
    let state: FilterMatcher
    let ephemeral: FilterMatcher
    let roomAccountData: FilterMatcher
    let accountData: FilterMatcher
    let presence: FilterMatcher
    private let rooms: Set<String>?
    private let notRooms: Set<String>

    init(_ filter: SyncFilter, work: PatternWork) {
        timeline = FilterMatcher(filter.timeline, work: work)
        state = FilterMatcher(filter.state, work: work)
        ephemeral = FilterMatcher(filter.ephemeral, work: work)
        roomAccountData = FilterMatcher(filter.roomAccountData, work: work)
        accountData = FilterMatcher(filter.accountData, work: work)
        presence = FilterMatcher(filter.presence, work: work)
        rooms = filter.rooms.map(Set.init)
        notRooms = Set(filter.notRooms)
    }

    func admits(room: String) -> Bool { !notRooms.contains(room) && rooms?.contains(room) ?? true }
}
