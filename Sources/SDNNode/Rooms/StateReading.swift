import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Returns all state. For a room that the caller has left, it is the state at that moment.
    func state(_ request: RoomRequest, _ caller: Caller) async throws -> LongAnswer {
        try await list(request.roomID, caller, prefix: "[", suffix: "]") { access, db in
            try StateStore.positions(room: access.room.rowID, at: access.stateAt, in: db)
        }
    }

    /// Returns the content of one piece of state, or the whole event with `format=event`.
    func stateContent(_ request: StateContentRequest, _ caller: Caller) async throws -> RawJSON {
        let now = services.now()
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            guard
                let event = try StateStore.event(
                    request.type, request.stateKey, room: access.room.rowID, at: access.stateAt, in: db)
            else {
                throw MatrixError(.notFound, "The room has no state event of this type and state key.")
            }
            guard request.format == .event else { return RawJSON(assembled: event.content) }
            var writer = ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now)
            writer.keepsState = true
            return RawJSON(assembled: try writer.json(of: event))
        }
    }

    /// Returns the member events of a room: the present ones or, with `at`, the ones at a token.
    func members(_ request: MembersRequest, _ caller: Caller) async throws -> LongAnswer {
        let at = try request.at.map { try StreamToken($0, field: "at") }
        for (field, text) in [("membership", request.membership), ("not_membership", request.notMembership)] {
            if let text, Membership(rawValue: text) == nil {
                throw MatrixError(.invalidParam, "\(field): expected a membership.")
            }
        }
        return try await list(request.roomID, caller, prefix: #"{"chunk":["#, suffix: "]}") { access, db in
            var position = try at?.checked(against: access.newest, field: "at").position
            // A room has a member from its second event on. A token from before that, such as the start of a timeline that shows the whole room,
            // stands for that member's join.
            if let early = position {
                position = try max(early, MembershipRows.firstJoin(in: access.room.rowID, in: db))
            }
            let bound = position.map { min($0, access.statePosition) } ?? access.stateAt
            if let bound, !access.history.allows(position: bound) {
                throw MatrixError(.forbidden, "at: you may not see the room as it was then.")
            }
            return try StateStore.positions(room: access.room.rowID, type: EventType.member, at: bound, in: db) {
                entry in
                (request.membership == nil || entry.value == request.membership)
                    && (request.notMembership == nil || entry.value != request.notMembership)
            }
        }
    }

    /// Returns the profiles of the joined members. The caller must be a member.
    func joinedMembers(_ request: RoomRequest, _ caller: Caller) async throws -> LongAnswer {
        try await list(request.roomID, caller, form: .profiles, prefix: #"{"joined":{"#, suffix: "}}") { access, db in
            try access.requireJoined()
            return try StateStore.positions(room: access.room.rowID, type: EventType.member, in: db) {
                $0.value == Membership.join.rawValue
            }
        }
    }

    /// Returns a list of events. The positions and the first events come from one snapshot.
    private func list(
        _ roomID: String, _ caller: Caller, form: StateParts.Form = .events, prefix: String, suffix: String,
        _ positions: @escaping @Sendable (RoomAccess, Database) throws -> [Int64]
    ) async throws -> LongAnswer {
        let now = services.now()
        return try await read { db in
            let access = try RoomAccess(roomID, reader: caller.userID, in: db)
            var parts = StateParts(
                self, roomID: roomID, caller: caller, form: form, positions: try positions(access, db), end: suffix)
            var out = Array(prefix.utf8)
            try parts.write(to: &out, access, now: now, in: db)
            return parts.answer(after: out)
        }
    }
}
