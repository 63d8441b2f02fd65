import GRDB
import HeraldJSON
import SDNWire

/// The facts that the rules need for one event, read from the database: the state, and the events that prove it (`auth_events`).
struct AuthorizationFacts {
    private(set) var state: AuthorizationState
    private(set) var eventIDs: [String] = []
    private(set) var ords: [Int64] = []
    /// The size of the content of `m.room.power_levels` in bytes.
    private(set) var powerLevelBytes = 0

    init(for draft: EventDraft, room: RoomRecord, in db: Database) throws {
        self.state = AuthorizationState(version: room.version)
        let create = try StateStore.event(EventType.create, room: room.rowID, in: db)
        guard let create else { return }
        // From room version 12 on, the room ID stands for the create event.
        if !room.version.hashesRoomID { note(create) }
        state.creator = create.sender
        state.additionalCreators = AdditionalCreators(of: create, version: room.version)
        state.isNew = room.depth == 1
        let levels = try take(EventType.powerLevels, room: room, in: db)
        state.powerLevelContent = levels?.contentObject
        powerLevelBytes = levels?.content.count ?? 0
        try takeMember(draft.sender, room: room, in: db)
        guard draft.type == EventType.member, let target = draft.stateKey else { return }
        if !target.isIdentical(to: draft.sender) { try takeMember(target, room: room, in: db) }
        state.joinRule = try take(EventType.joinRules, room: room, in: db)?.contentObject["join_rule"]?.stringValue
        if let authoriser = draft.content["join_authorised_via_users_server"]?.stringValue {
            try takeMember(authoriser, room: room, in: db)
        }
    }

    private mutating func take(_ type: String, _ key: String = "", room: RoomRecord, in db: Database) throws
        -> StoredEvent?
    {
        guard let event = try StateStore.event(type, key, room: room.rowID, in: db) else { return nil }
        note(event)
        return event
    }

    private mutating func note(_ event: StoredEvent) {
        guard !ords.contains(event.ord) else { return }
        eventIDs.append(event.eventID)
        ords.append(event.ord)
    }

    private mutating func takeMember(_ user: String, room: RoomRecord, in db: Database) throws {
        guard let event = try take(EventType.member, user, room: room, in: db) else { return }
        state.memberships[user] = event.contentObject["membership"]?.stringValue.flatMap(Membership.init(rawValue:))
    }
}
