import SDNWire

extension RoomService {
    private static let reasonLimit = 4_096

    /// Stores a member's report of an event for the operator. A second report of the event by the same user replaces the first.
    /// - Throws: `M_NOT_FOUND` if the caller is not joined to the room or may not see the event; `M_LIMIT_EXCEEDED` if the caller has made too many
    ///   reports; `WireError` if the reason is invalid.
    func report(_ request: ReportEventRequest, _ caller: Caller) async throws -> EmptyObject {
        let reason = try Self.reason(request.reason), event = request.event, now = services.now()
        let draft = ReportStore.Draft(
            roomID: event.roomID, eventID: event.eventID, reporter: caller.userID, score: request.score, reason: reason)
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            do {
                try Self.visible(event.eventID, in: event.roomID, caller, db).0.requireJoined()
            } catch let error as MatrixError where error.code == .forbidden {
                throw MatrixError(.notFound, "This event does not exist, or you are not joined to its room.")
            }
            try ReportStore.insert(draft, now: now, in: db)
        }
        return EmptyObject()
    }

    /// Stores a user's report of a room for the operator. The user need not be joined to the room. A second report of the room by the same user
    /// replaces the first.
    /// - Throws: `M_NOT_FOUND` if there is no such room; `M_LIMIT_EXCEEDED` if the caller has made too many reports; `WireError` if the reason is
    ///   invalid.
    func report(_ request: ReportRoomRequest, _ caller: Caller) async throws -> EmptyObject {
        let reason = try Self.reason(request.reason), now = services.now()
        let roomID = try StoredText.checked(request.roomID, field: "roomId")
        let draft = ReportStore.Draft(roomID: roomID, reporter: caller.userID, reason: reason)
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            guard try RoomRecord.find(roomID, in: db) != nil else {
                throw MatrixError(.notFound, "This room does not exist on this node.")
            }
            try ReportStore.insert(draft, now: now, in: db)
        }
        return EmptyObject()
    }

    /// Stores a user's report of another user for the operator. A second report of the user by the same user replaces the first.
    /// - Throws: `M_NOT_FOUND` if there is no such user; `M_LIMIT_EXCEEDED` if the caller has made too many reports; `WireError` if the reason or the
    ///   user ID is invalid.
    func report(_ request: ReportUserRequest, _ caller: Caller) async throws -> EmptyObject {
        let reason = try Self.reason(request.reason), now = services.now()
        let userID = try UserID(request.userID, field: "userId").text
        let draft = ReportStore.Draft(userID: userID, reporter: caller.userID, reason: reason)
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            guard try AccountStore.exists(userID, in: db) else {
                throw MatrixError(.notFound, "This user does not exist on this node.")
            }
            try ReportStore.insert(draft, now: now, in: db)
        }
        return EmptyObject()
    }

    private static func reason(_ text: String?) throws(WireError) -> String? {
        guard let text else { return nil }
        guard text.utf8.count <= reasonLimit else {
            throw WireError(.tooLong, field: "reason", reason: "at most \(reasonLimit) bytes are allowed")
        }
        return try StoredText.checked(text, field: "reason")
    }
}
