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

    /// Returns the first event at a point in time or later, or the last event at that time or earlier, depending on the requested direction.
    /// Everyone who may read the room can ask, and only readable events are found.
    func eventAtTime(_ request: EventAtTimeRequest, _ caller: Caller) async throws -> EventAtTimeResponse {
        let moment = request.timestamp
        let isForwards = request.direction == .forwards
        return try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            guard
                let found = try NearestEvent(room: access.room.rowID, moment: moment, isForwards: isForwards, db: db)
                    .find(in: access.history.readable(upTo: access.newest, includesOwn: true))
            else { throw MatrixError(.notFound, "The room has no event in this direction from this time.") }
            return EventAtTimeResponse(eventID: found.eventID, timestamp: found.timestamp)
        }
    }
}
