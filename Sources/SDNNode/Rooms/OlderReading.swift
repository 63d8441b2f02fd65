import HeraldJSON
import SDNWire

extension RoomService {
    /// Returns one event of any room.
    func event(_ request: EventRequest, _ caller: Caller) async throws -> RawJSON {
        let roomID = try await read { db in try EventStore.roomID(of: request.eventID, in: db) }
        guard let roomID else { throw MatrixError(.notFound, "This event does not exist.") }
        do {
            return try await event(RoomEventRequest(roomID: roomID, eventID: request.eventID), caller)
        } catch let error as MatrixError where error.code == .forbidden {
            // The answer must not reveal the events of a room that the caller may not see.
            throw MatrixError(.notFound, "This event does not exist.")
        }
    }

    /// Returns a room with its newest events, as it is now or was when the caller left it.
    func initialSync(_ request: RoomInitialSyncRequest, _ caller: Caller) async throws -> LongAnswer {
        let limit = max(1, Self.pageLimit(request.limit))
        let now = services.now()
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            var page = try TimelinePage.read(
                room: access.room, after: 0, upTo: access.newest, newestFirst: true, limit: limit,
                history: access.history,
                matcher: EventMatcher(
                    RoomEventFilter(), room: request.roomID, ignored: services.ignored.read(caller.userID, in: db)),
                in: db)
            var state = StateParts(
                self, roomID: request.roomID, caller: caller,
                positions: try StateStore.positions(room: access.room.rowID, at: access.stateAt, in: db), end: "]}")
            let membership = try StateStore.entry(EventType.member, caller.userID, room: access.room.rowID, in: db)?
                .value
            let isListed = try RoomRows.isListed(access.room.rowID, in: db)
            var list = EventList(ClientEventWriter(db: db, access, reader: caller, ignored: services.ignored, now: now))
            let chunk = try list.take(&page)
            var out = Array(#"{"room_id":"#.utf8)
            JSONText.appendQuoted(access.room.roomID, to: &out)
            if let membership {
                out.append(contentsOf: #","membership":"#.utf8)
                JSONText.appendQuoted(membership, to: &out)
            }
            let start = (page.events.last?.ord).map { $0 - 1 } ?? 0
            out.append(
                contentsOf:
                    #","visibility":"\#(isListed ? "public" : "private")","account_data":[],"presence":[],"receipts":[],"#
                    .utf8)
            out.append(
                contentsOf:
                    #""messages":{"start":"\#(StreamToken(start))","end":"\#(StreamToken(access.newest))","chunk":"#
                    .utf8)
            out += JSONText.array(chunk.reversed()) + Array(#"},"state":["#.utf8)
            try state.write(to: &out, access, now: now, in: db)
            return state.answer(after: out)
        }
    }

    /// Returns the first event at a point in time or later, or the last event at that time or earlier, depending on the requested direction.
    func eventAtTime(_ request: EventAtTimeRequest, _ caller: Caller) async throws -> EventAtTimeResponse {
        let moment = request.timestamp
        let isForwards = request.direction == .forwards
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            try access.requireJoined()
            guard
                let found = try NearestEvent(room: access.room.rowID, moment: moment, isForwards: isForwards, db: db)
                    .find(in: access.history.readable(upTo: access.newest, includesOwn: true))
            else { throw MatrixError(.notFound, "The room has no event in this direction from this time.") }
            return EventAtTimeResponse(eventID: found.eventID, timestamp: found.timestamp)
        }
    }
}
