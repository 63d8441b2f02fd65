import HeraldJSON
import SDNWire

/// Redacts the events that relate to a redacted event in the requested ways, as far as the caller may (MSC3912).
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
