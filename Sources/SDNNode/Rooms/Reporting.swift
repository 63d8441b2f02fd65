import SDNWire

extension RoomService {
    private static let reportsPerUser = 1_000
    private static let reasonLimit = 4_096

    /// Stores a member's report of an event for the operator. A second report of the event by the same user replaces the first.
    /// - Throws: `M_NOT_FOUND` if the caller may not see the event; `M_LIMIT_EXCEEDED` if the caller has made too many reports; `WireError` if the
    ///   reason is invalid.
    func report(_ request: ReportEventRequest, _ caller: Caller) async throws -> EmptyObject {
        let reason = try request.reason.map { text throws(WireError) in
            guard text.utf8.count <= Self.reasonLimit else {
                throw WireError(.tooLong, field: "reason", reason: "at most \(Self.reasonLimit) bytes are allowed")
            }
            return try StoredText.checked(text, field: "reason")
        }
        let now = services.now(), event = request.event
        try await services.database.write { db in
            do {
                _ = try Self.visible(event.eventID, in: event.roomID, caller, db)
            } catch let error as MatrixError where error.code == .forbidden {
                throw MatrixError(.notFound, "This event does not exist on this node.")
            }
            try ReportStore.remove(event.eventID, by: caller.userID, in: db)
            guard try ReportStore.count(by: caller.userID, in: db) < Self.reportsPerUser else {
                throw MatrixError(.limitExceeded, "You have sent too many reports, so try again later.")
            }
            try ReportStore.insert(request, reason: reason, by: caller.userID, now: now, in: db)
        }
        return EmptyObject()
    }
}
