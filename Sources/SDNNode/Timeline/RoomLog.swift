import GRDB
import HeraldJSON
import SDNWire

/// Appends events to one room inside a write. It authorises, identifies and stores each event, and updates the state tables.
///
/// The value is used only during the write. Other connections see nothing before the commit.
struct RoomLog {
    let db: Database
    private(set) var room: RoomRecord
    let now: Timestamp
    private let push: PushMemory
    /// True if any event was appended.
    private(set) var hasChanged = false
    /// Users to wake in addition to the room's members, such as a member who was just removed.
    private(set) var concerned: Set<String> = []
    private(set) var changesMembers = false
    /// Users who are no longer joined or invited.
    private(set) var departed: Set<String> = []

    init(_ db: Database, room: RoomRecord, now: Timestamp, push: PushMemory) {
        self.db = db
        self.push = push
        self.room = room
        self.now = now
    }

    /// The position and ID of an appended event.
    struct Appended {
        let ord: Int64
        let eventID: String
    }

    /// Appends an event.
    ///
    /// If the same sender has already set the state to the same content, nothing is appended, and the result is the earlier event.
    /// - Throws: `M_FORBIDDEN` with the rule's reason if the event is not allowed; `M_TOO_LARGE` if it is too large; `JSONError` if the content has
    ///   no canonical form.
    @discardableResult
    mutating func append(_ draft: EventDraft, origin: EventOrigin? = nil) throws -> Appended {
        let facts = try authorize(draft)
        let before = try state(before: draft)
        try requireRoom(for: draft)
        let event = try identify(draft, facts)
        if let before, before.sender.isIdentical(to: draft.sender), before.content == event.content,
            before.redactedBy == nil
        {
            return Appended(ord: before.ord, eventID: before.eventID)
        }
        return try store(
            draft, event, Reserved(event, facts, now: now, depth: room.depth + 1), facts, replaces: before?.ord,
            origin: origin)
    }

    /// The values that fix the ID of an event that is appended later.
    struct Reserved: Codable, Sendable {
        let eventID: String
        let contentHash: String
        let auth: [Int64]
        let timestamp: Timestamp
        let depth: Int64

        fileprivate init(_ event: EventFormat.Identified, _ facts: AuthorizationFacts, now: Timestamp, depth: Int64) {
            self.init(event, auth: facts.ords, timestamp: now, depth: depth)
        }

        init(_ event: EventFormat.Identified, auth: [Int64], timestamp: Timestamp, depth: Int64) {
            eventID = event.eventID
            contentHash = event.contentHash
            self.auth = auth
            self.timestamp = timestamp
            self.depth = depth
        }
    }

    /// Computes the ID of an event that is appended later. The event's predecessor is the room's newest event now. Events that are appended in
    /// between have the same predecessor, as if another server had sent them.
    /// - Throws: the errors of ``append(_:origin:)``.
    func reserve(_ draft: EventDraft) throws -> Reserved {
        let facts = try authorize(draft)
        return Reserved(try identify(draft, facts), facts, now: now, depth: room.depth + 1)
    }

    /// Appends an event with a reserved ID, if it is still allowed.
    /// - Throws: the errors of ``append(_:origin:)``.
    mutating func append(_ draft: EventDraft, as reserved: Reserved) throws {
        let facts = try authorize(draft)
        let event = EventFormat.Identified(
            eventID: reserved.eventID, content: try JSONValue.object(draft.content).canonicalBytes(),
            contentHash: reserved.contentHash)
        try store(draft, event, reserved, facts, replaces: state(before: draft)?.ord, origin: nil)
    }

    /// - Throws: `M_FORBIDDEN` with the rule's reason if the event is not allowed.
    @discardableResult
    func authorize(_ draft: EventDraft) throws -> AuthorizationFacts {
        let facts = try facts(for: draft)
        if case .deny(let reason) = Authorization.check(draft, in: facts.state) {
            throw MatrixError(.forbidden, "Forbidden: \(reason).")
        }
        return facts
    }

    private func facts(for draft: EventDraft) throws -> AuthorizationFacts {
        guard draft.type != EventType.member, draft.type != EventType.create else {
            return try AuthorizationFacts(for: draft, room: room, in: db)
        }
        if let known = push.rooms.facts(of: draft.sender, in: room.rowID) { return known }
        let facts = try AuthorizationFacts(for: draft, room: room, in: db)
        if facts.powerLevelBytes <= RoomMemory.powerLevelLimit {
            push.rooms.note(facts, of: draft.sender, in: room.rowID)
        }
        return facts
    }

    /// Removes what is cached of the room. It must be called in each write that changes the room's state, or the content of an event of the state.
    func forgetFacts() { push.rooms.change(room.rowID, in: db) }

    private func state(before draft: EventDraft) throws -> StoredEvent? {
        try draft.stateKey.flatMap { try StateStore.event(draft.type, $0, room: room.rowID, in: db) }
    }

    private func identify(_ draft: EventDraft, _ facts: AuthorizationFacts) throws -> EventFormat.Identified {
        try EventFormat(
            version: room.version, roomID: room.roomID, draft: draft, timestamp: now, depth: room.depth + 1,
            previous: room.lastEvent,
            authorizing: facts.eventIDs
        ).identified()
    }

    @discardableResult
    private mutating func store(
        _ draft: EventDraft, _ event: EventFormat.Identified, _ place: Reserved, _ facts: AuthorizationFacts,
        replaces: Int64?, origin: EventOrigin?
    ) throws -> Appended {
        let ord = try EventStore.nextPosition(in: db)
        try insert(draft, event, place, ord: ord, replaces: replaces, origin: origin)
        if let key = draft.stateKey {
            try setState(draft, key, ord: ord)
        } else {
            try RelationStore.note(draft, room: room.rowID, ord: ord, in: db)
        }
        hasChanged = true
        room.depth += 1
        room.lastOrd = ord
        room.lastEvent = event.eventID
        try RoomRows.advance(room, in: db)
        try PushTally(db: db, room: room, memory: push)
            .note(draft, eventID: event.eventID, ord: ord, levels: facts.state.powerLevels)
        return Appended(ord: ord, eventID: event.eventID)
    }

    /// The most changes of a room's history visibility, and the most changes of one user's membership and profile in the room. They are limited
    /// because every reader of the history reads all of them.
    static let visibilityChanges = 1_000, memberChanges = 5_000

    /// - Throws: `M_FORBIDDEN` if the state has changed too often. Leaves and bans are always allowed.
    private func requireRoom(for draft: EventDraft) throws {
        let limit: Int
        switch draft.type {
        case EventType.historyVisibility where draft.stateKey == "": limit = Self.visibilityChanges
        case EventType.member where draft.content["membership"] != "leave" && draft.content["membership"] != "ban":
            limit = Self.memberChanges
        default: return
        }
        guard try StateStore.countChanges(draft.type, draft.stateKey, room: room.rowID, limit: limit, in: db) < limit
        else {
            throw MatrixError(.forbidden, "\(draft.type) has changed \(limit) times in this room, which is the limit.")
        }
    }

    private mutating func setState(_ draft: EventDraft, _ key: String, ord: Int64) throws {
        forgetFacts()
        let value: String? =
            switch draft.type {
            case EventType.member: draft.content["membership"]?.stringValue
            case EventType.historyVisibility where key.isEmpty:
                HistoryAccess.Visibility(draft.content["history_visibility"]?.stringValue).rawValue
            default: nil
            }
        try insertState(draft, key, value: value, ord: ord)
        guard draft.type == EventType.member, let value else { return }
        concerned.insert(key)
        let before = try setMembership(value, of: key, ord: ord)
        // A new display name or avatar leaves the membership unchanged. In that case, the list of members, which is expensive to read, is not read
        // again.
        if before != value {
            changesMembers = true
            room.joined = try RoomRows.joined(room.rowID, in: db)
        }
        if value == Membership.leave.rawValue || value == Membership.ban.rawValue {
            departed.insert(key)
        } else {
            departed.remove(key)
        }
    }
}
