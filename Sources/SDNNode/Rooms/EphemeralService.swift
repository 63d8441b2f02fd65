import GRDB
import HeraldJSON
import SDNWire

/// Typing, receipts and read markers of members, and who may see whose presence (SDN sheet 5.8 and 7.2).
struct EphemeralService: Sendable {
    let services: NodeServices

    /// Notes that the caller is typing, or no longer typing.
    /// - Throws: `M_FORBIDDEN` if the room is unknown or the caller is not joined.
    func setTyping(_ caller: Caller, _ isTyping: Bool, for timeout: Duration?, in roomID: String) async throws {
        let room = try await services.database.read { db in try Self.joinedRoom(roomID, caller, in: db) }
        let timeout = min(timeout ?? TypingLists.longest, TypingLists.longest)
        try await services.live.setTyping(
            caller.userID, in: room, for: isTyping && timeout > .zero ? timeout : nil)
        // The membership is checked again, because the user may have left the room after the first check.
        do {
            _ = try await services.database.read { db in try Self.joinedRoom(roomID, caller, in: db) }
        } catch {
            try await services.live.endTyping(caller.userID, in: room)
            throw error
        }
    }

    /// True if the two users share a room, or are the same user.
    func maySeePresence(_ caller: Caller, of userID: String) async throws -> Bool {
        try await services.database.read { db in try RoomAudiences.areCompanions(caller.userID, userID, in: db) }
    }

    /// Moves the read marker and the receipts that a request names: either all of them or none, in one write.
    /// - Throws: `M_FORBIDDEN` if the caller is not joined; `M_NOT_FOUND` if an event is unknown; `M_INVALID_PARAM` if an event is not in the thread.
    func move(
        _ marks: [(kind: ReceiptKind, eventID: String)], thread: String, in roomID: String, of caller: Caller
    ) async throws {
        let now = services.now()
        let users = try await services.database.write { db -> Set<String> in
            try AccessTokens.requireAlive(caller, in: db)
            let room = try Self.joinedRoom(roomID, caller, in: db)
            let history = try HistoryAccess(user: caller.userID, room: room, in: db)
            var (isPublic, isPrivate) = (false, false)
            for mark in marks {
                guard let event = try EventStore.event(id: mark.eventID, room: room, in: db), history.allows(event)
                else {
                    throw MatrixError(.notFound, "There is no such event in this room.")
                }
                guard try thread.isEmpty || ThreadPlace.contains(event, thread: thread, room: room, in: db) else {
                    throw WireError(.invalid, field: "thread_id", reason: "the event does not belong to this thread")
                }
                switch mark.kind {
                case .fullyRead:
                    if try Self.moveMarker(to: event, room: room, caller, in: db) { isPrivate = true }
                case .read, .readPrivate:
                    let moved = try ReceiptStore.move(
                        mark.kind, of: caller.userID, thread: thread, to: event, room: room, now: now, in: db)
                    if moved, mark.kind == .read { isPublic = true } else if moved { isPrivate = true }
                }
            }
            return isPublic ? try RoomAudiences.read(room, in: db) : isPrivate ? [caller.userID] : []
        }
        services.live.noteActivity(caller.userID)
        if !users.isEmpty { services.notifier.wake(users: users) }
    }

    /// Moves the read marker, which is account data of the room and only moves forward.
    private static func moveMarker(to event: StoredEvent, room: RoomRowID, _ caller: Caller, in db: Database) throws
        -> Bool
    {
        let type = ReceiptKind.fullyRead.rawValue
        if let before = try AccountDataStore.content(caller.userID, room: room, type: type, in: db),
            let id = try JSONValue(parsing: before)["event_id"]?.stringValue,
            let old = try EventStore.event(id: id, room: room, in: db),
            old.ord >= event.ord
        {
            return false
        }
        let content: JSONObject = ["event_id": .string(event.eventID)]
        try AccountDataStore.set(
            caller.userID, room: room, type: type, content: JSONValue.object(content).serialized(), in: db)
        return true
    }

    /// - Throws: `M_FORBIDDEN` if the room is unknown or the caller is not joined.
    private static func joinedRoom(_ roomID: String, _ caller: Caller, in db: Database) throws -> RoomRowID {
        guard let room = try MembershipRows.joinedRoom(roomID, of: caller.userID, in: db) else {
            throw MatrixError(.forbidden, "You are not joined to this room.")
        }
        return room
    }
}
