import GRDB
import SDNWire

/// The ID of a room that is about to be created. From room version 12 on, the ID is the hash of the room's first event.
struct RoomBirth {
    let roomID: String
    /// The `m.room.create` that gives the room its ID; `nil` in room versions whose IDs are random.
    let create: RoomLog.Reserved?

    /// The number of milliseconds by which the time of the first event is moved at most.
    private static let attempts: Int64 = 100

    /// - Parameter random: the ID for a room version whose IDs are random.
    /// - Throws: `M_LIMIT_EXCEEDED` if the user creates too many equal rooms at the same time; the errors of ``EventFormat/identified()``.
    init(of draft: EventDraft, version: RoomVersion, random: String, now: Timestamp, in db: Database) throws {
        guard version.hashesRoomID else {
            self.roomID = random
            self.create = nil
            return
        }
        // Equal first events of one user and one millisecond have the same hash. A later room of these gets a later time.
        for delay in 0..<Self.attempts {
            let time = now + .milliseconds(delay)
            let event = try EventFormat(
                version: version, roomID: "", draft: draft, timestamp: time, depth: 1, previous: nil, authorizing: []
            ).identified()
            let roomID = "!" + event.eventID.dropFirst()
            guard try RoomRecord.find(roomID, in: db) == nil else { continue }
            self.roomID = roomID
            self.create = RoomLog.Reserved(event, auth: [], timestamp: time, depth: 1)
            return
        }
        throw MatrixError(.limitExceeded, "Too many equal rooms are created at the same time.", retryAfter: .seconds(1))
    }
}
