import HeraldJSON
import SDNWire

extension RoomService {
    /// Redacts an event. The content that the room version's algorithm does not keep is deleted from the database. The event stays in the timeline.
    ///
    /// Related events are redacted as well, if the request names their kinds.
    func redact(_ request: RedactRequest, _ caller: Caller) async throws -> EventIDResponse {
        let fanOuts = services.fanOuts
        let (eventID, begun) = try await change(request.roomID, by: caller) { log -> (String, FanOuts.Begun?) in
            var begun: FanOuts.Begun?
            let eventID = try TransactionStore.once(
                request.transactionID, endpoint: "redact/\(request.roomID)/\(request.eventID)", caller: caller,
                log: &log
            ) { log in
                // The related events may be those of others.
                let turn =
                    request.withRelations.isEmpty || caller.isSuspended
                    ? nil : try fanOuts.turn(of: caller.userID, spent: 1, in: log.db)
                let eventID = try Redaction(request: request, caller: caller).append(to: &log)
                if let turn { begun = try fanOuts.begin(RedactionFanOut(request, caller, in: log.room), turn, paid: 0) }
                return eventID
            }
            return (eventID, begun)
        }
        if let begun { try await fanOuts.follow(begun) }
        return EventIDResponse(eventID: eventID)
    }
}

/// One redaction inside a write.
struct Redaction {
    let request: RedactRequest
    let caller: Caller

    func append(to log: inout RoomLog) throws -> String {
        var content = JSONObject()
        content.set("reason", request.reason)
        if log.room.version.keepsRedactsInContent { content["redacts"] = .string(request.eventID) }
        // `redacts` is at the top level of the event in every room version, because older clients read it only there.
        let draft = EventDraft(
            type: EventType.redaction, sender: caller.userID, content: content, redacts: request.eventID)
        let facts = try AuthorizationFacts(for: draft, room: log.room, in: log.db)
        guard facts.state.memberships[caller.userID] == .join else {
            throw MatrixError(.forbidden, "You are not joined to this room.")
        }
        if let other = try EventStore.roomID(of: request.eventID, in: log.db), !other.isIdentical(to: log.room.roomID) {
            throw MatrixError(.invalidParam, "eventId: an event of another room cannot be redacted here.")
        }
        guard let target = try EventStore.event(id: request.eventID, room: log.room.rowID, in: log.db),
            try HistoryAccess(user: caller.userID, room: log.room.rowID, in: log.db).allows(target)
        else { throw MatrixError(.notFound, "There is no such event in this room.") }
        guard target.type != EventType.create else {
            throw MatrixError(.forbidden, "Forbidden: m.room.create cannot be redacted.")
        }
        // Suspended users may redact their own events only (Matrix: account suspension).
        guard !caller.isSuspended || target.sender.isIdentical(to: caller.userID) else { throw Caller.suspended }
        if case .deny(let reason) = Authorization.mayRedact(target: target.sender, by: caller.userID, in: facts.state) {
            throw MatrixError(.forbidden, "Forbidden: \(reason).")
        }
        let redaction = try log.append(
            draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: request.transactionID))
        try Self.prune(target, by: redaction.ord, in: log)
        return redaction.eventID
    }

    /// Deletes the content that the redaction at a position removes from an event.
    static func prune(_ target: StoredEvent, by ord: Int64, in log: RoomLog) throws {
        let kept = JSONValue.object(log.room.version.redactedContent(target.contentObject, type: target.type))
            .serialized()
        if target.stateKey != nil { log.forgetFacts() }
        try EventStore.redact(room: log.room.rowID, ord: target.ord, keeping: kept, by: ord, in: log.db)
        try RelationStore.forget(room: log.room.rowID, ord: target.ord, in: log.db)
        try PushTally.forget(room: log.room.rowID, ord: target.ord, in: log.db)
    }
}

/// Redacts the events that relate to a redacted event, if the request names the kind of relation and the caller may redact the event (MSC3912).
struct RedactionFanOut: FanOut {
    static let kind = FanOutKind.redaction
    private static let relatedLimit = 500

    private let room: RoomRowID
    private let target: String
    private let kinds: [String]
    private let reason: String?
    private let user: String
    private let deviceID: String
    /// The last related event that was processed.
    private var place: Int64 = 0
    private var relatedLeft = RedactionFanOut.relatedLimit

    init(_ request: RedactRequest, _ caller: Caller, in room: RoomRecord) {
        self.room = room.rowID
        self.target = request.eventID
        self.kinds = request.withRelations
        self.reason = request.reason
        self.user = caller.userID
        self.deviceID = caller.deviceID
    }

    var subject: String { target }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        let limit = max(0, min(turn.left, relatedLeft))
        guard let record = try RoomRecord.find(rowID: room, in: turn.db) else { return true }
        var log = turn.log(of: record)
        let rows = try RelationRows.related(to: target, room: room, after: place, limit: limit, in: turn.db)
        let state = try AuthorizationFacts(for: draft(of: target, in: record), room: record, in: turn.db).state
        for (ord, kind) in rows {
            place = ord
            relatedLeft -= 1
            guard kinds.contains(kind) || kinds.contains("*"),
                let related = try EventStore.event(room: room, ord: ord, in: turn.db)
            else { continue }
            if case .deny = Authorization.mayRedact(target: related.sender, by: user, in: state) { continue }
            let origin = EventOrigin(deviceID: deviceID, transactionID: nil)
            guard let redaction = try turn.offer(draft(of: related.eventID, in: record), origin: origin, to: &log)
            else { continue }
            try Redaction.prune(related, by: redaction.ord, in: log)
        }
        try turn.finish(log)
        return rows.count < limit || relatedLeft == 0
    }

    private func draft(of eventID: String, in room: RoomRecord) -> EventDraft {
        var content = JSONObject()
        content.set("reason", reason)
        if room.version.keepsRedactsInContent { content["redacts"] = .string(eventID) }
        return EventDraft(type: EventType.redaction, sender: user, content: content, redacts: eventID)
    }
}
