import GRDB
import HeraldJSON
import SDNWire

/// The endpoints of receipts, read markers, typing and presence (SDN sheet 5.8 and 7.2).
struct EphemeralRoutes: Sendable {
    let services: NodeServices
    private static let messageLimit = 1_000

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.typing) { try await own.setTyping($0, $1.authenticated()) }
        routes.on(Endpoints.receipt) { try await own.receipt($0, $1.authenticated()) }
        routes.on(Endpoints.readMarkers) { try await own.readMarkers($0, $1.authenticated()) }
        routes.on(Endpoints.presence) { try await own.presence($0, $1.authenticated()) }
        routes.on(Endpoints.setPresence) { try await own.setPresence($0, $1.authenticated()) }
    }

    private func setTyping(_ request: TypingRequest, _ caller: Caller) async throws -> EmptyObject {
        try RoomService.requireSelf(request.userID, caller)
        let room = try await services.database.read { db in try Self.joinedRoom(request.roomID, caller, in: db) }
        let timeout = min(request.timeout ?? TypingLists.longest, TypingLists.longest)
        try await services.live.setTyping(
            caller.userID, in: room, for: request.isTyping && timeout > .zero ? timeout : nil)
        // The membership is checked again, because the user may have left the room after the first check.
        do {
            _ = try await services.database.read { db in try Self.joinedRoom(request.roomID, caller, in: db) }
        } catch {
            try await services.live.endTyping(caller.userID, in: room)
            throw error
        }
        return EmptyObject()
    }

    private func receipt(_ request: ReceiptRequest, _ caller: Caller) async throws -> EmptyObject {
        if let thread = request.threadID {
            guard request.kind != .fullyRead else {
                throw WireError(.invalid, field: "thread_id", reason: "a read marker is for the whole room")
            }
            guard !thread.isEmpty else { throw WireError(.invalid, field: "thread_id", reason: "must not be empty") }
            _ = try StoredText.checked(thread, field: "thread_id")
        }
        try await move(
            [(request.kind, request.eventID)], thread: request.threadID ?? ReceiptStore.wholeRoom, in: request.roomID,
            caller)
        return EmptyObject()
    }

    private func readMarkers(_ request: ReadMarkersRequest, _ caller: Caller) async throws -> EmptyObject {
        let marks: [(ReceiptKind, String?)] = [
            (.fullyRead, request.fullyRead), (.read, request.read), (.readPrivate, request.readPrivate),
        ]
        try await move(
            marks.compactMap { kind, id in id.map { (kind, $0) } }, thread: ReceiptStore.wholeRoom, in: request.roomID,
            caller)
        return EmptyObject()
    }

    /// Moves the read marker and the receipts that a request names: either all of them or none, in one write.
    /// - Throws: `M_FORBIDDEN` if the caller is not joined; `M_NOT_FOUND` if an event is unknown; `M_INVALID_PARAM` if an event is not in the thread.
    private func move(
        _ marks: [(kind: ReceiptKind, eventID: String)], thread: String, in roomID: String, _ caller: Caller
    ) async throws {
        let now = services.now()
        let users = try await services.database.write { db -> Set<String> in
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

    private func presence(_ request: PresenceRequest, _ caller: Caller) async throws -> PresenceResponse {
        let isVisible = try await services.database.read { db in
            try RoomAudiences.areCompanions(caller.userID, request.userID, in: db)
        }
        guard isVisible else { throw MatrixError(.forbidden, "You may not see the presence of this user.") }
        try await services.live.endWhatIsOver()
        return (services.live.presence(of: request.userID) ?? PresenceList.Status()).content(now: services.live.now)
    }

    private func setPresence(_ request: SetPresenceRequest, _ caller: Caller) async throws -> EmptyObject {
        try RoomService.requireSelf(request.userID, caller)
        let message = request.statusMessage.flatMap { $0.isEmpty ? nil : $0 }
        if let message, message.utf8.count > Self.messageLimit {
            throw WireError(.tooLong, field: "status_msg", reason: "at most \(Self.messageLimit) bytes are allowed")
        }
        let before = services.live.presence(of: caller.userID)
        if before?.state != request.presence || before?.message != message {
            try services.limits.use(.presence(user: caller.userID))
        }
        try await services.live.setPresence(caller.userID, request.presence, message: message)
        return EmptyObject()
    }

    /// - Throws: `M_FORBIDDEN` if the room is unknown or the caller is not joined.
    private static func joinedRoom(_ roomID: String, _ caller: Caller, in db: Database) throws -> RoomRowID {
        guard let room = try MembershipRows.joinedRoom(roomID, of: caller.userID, in: db) else {
            throw MatrixError(.forbidden, "You are not joined to this room.")
        }
        return room
    }
}
