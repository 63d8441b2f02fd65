import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Returns one event.
    /// - Throws: `M_NOT_FOUND` if the event does not exist or the caller may not see it, also because the caller may see nothing of the room.
    func event(_ request: RoomEventRequest, _ caller: Caller) async throws -> RawJSON {
        let now = services.now()
        return try await read { db in
            let (access, event) = try Self.visible(request.eventID, in: request.roomID, caller, db)
            var out: [UInt8] = []
            try ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now).append(
                event, to: &out)
            return RawJSON(assembled: out)
        }
    }

    /// Returns an event, the events before it (newest first), the events after it (oldest first), and the state of the room after the last of these
    /// events.
    /// - Throws: `M_NOT_FOUND` as ``event(_:_:)``.
    func context(_ request: EventContextRequest, _ caller: Caller) async throws -> LongAnswer {
        let filter = try RoomEventFilter(text: request.filter, services.configuration.filterLimits)
        let limit = Self.pageLimit(request.limit)
        let now = services.now()
        return try await read { db in
            let (access, event) = try Self.visible(request.eventID, in: request.roomID, caller, db)
            let matcher = EventMatcher(
                filter, room: request.roomID, ignored: try services.ignored.read(caller.userID, in: db),
                limits: services.configuration.filterLimits)
            var list = EventList(ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now))
            let own = try list.take(event) ?? []
            let around = try Surroundings(
                of: event, limits: (limit / 2, limit - limit / 2), access, matcher, in: &list, db)
            var out = Array(#"{"start":"\#(around.start)","end":"\#(StreamToken(around.end))","event":"#.utf8) + own
            out +=
                Array(#","events_before":"#.utf8) + around.json.before + Array(#","events_after":"#.utf8)
                + around.json.after
            out += Array(#","state":["#.utf8)
            let senders = matcher.filter.lazyLoadMembers ? around.senders : nil
            // Callers may see their own ban or invitation even long after they left the room, but not the room's state at that time. The state is
            // therefore read at a position that the caller may see.
            let positions = try StateStore.positions(
                room: access.room.rowID, at: min(around.end, access.statePosition), in: db
            ) { entry in
                entry.type != EventType.member || senders?.contains(entry.stateKey) ?? true
            }
            var state = StateParts(self, roomID: request.roomID, caller: caller, positions: positions, end: "]}")
            try state.write(to: &out, access, now: now, in: db)
            return state.answer(after: out)
        }
    }

    /// - Throws: `M_NOT_FOUND` if the event does not exist or the caller may not see it, also because the caller may see nothing of the room.
    static func visible(_ eventID: String, in roomID: String, _ caller: Caller, _ db: Database) throws -> (
        RoomAccess, StoredEvent
    ) {
        let access: RoomAccess
        do {
            access = try RoomAccess(roomID, reader: caller.userID, in: db)
        } catch let error as MatrixError where error.code == .forbidden {
            throw noSuchEvent
        }
        guard let event = try EventStore.event(id: eventID, room: access.room.rowID, in: db),
            access.history.allows(event)
        else {
            throw noSuchEvent
        }
        return (access, event)
    }

    private static let noSuchEvent = MatrixError(.notFound, "There is no such event in this room.")
}
