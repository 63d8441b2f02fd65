import Foundation
import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Redacts an event: what its version's algorithm does not keep is erased from the database, its place in the timeline stays.
    ///
    /// What relates to it follows, as far as it was asked for.
    func redact(_ request: RedactRequest, _ caller: Caller) async throws -> EventIDResponse {
        let fanOuts = services.fanOuts
        let (eventID, begun) = try await change(request.roomID) { log -> (String, FanOuts.Begun?) in
            var begun: FanOuts.Begun?
            let eventID = try Transactions.once(
                request.transactionID, endpoint: "redact/\(request.roomID)/\(request.eventID)", caller: caller, log: &log
            ) { log in
                let turn = request.withRelations.isEmpty ? nil : try fanOuts.turn(of: caller.userID, spent: 1, in: log.db)
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
        // Top level in every version: older clients look nowhere else.
        let draft = EventDraft(type: EventType.redaction, sender: caller.userID, content: content, redacts: request.eventID)
        let facts = try AuthorizationFacts(for: draft, room: log.room, in: log.db)
        guard facts.state.memberships[caller.userID] == .join else { throw MatrixError(.forbidden, "You are not joined to this room.") }
        guard let target = try EventStore.event(id: request.eventID, room: log.room.nid, in: log.db),
            try HistoryAccess(user: caller.userID, room: log.room.nid, in: log.db).allows(target)
        else { throw MatrixError(.notFound, "There is no such event in this room.") }
        guard target.type != EventType.create else { throw MatrixError(.forbidden, "Forbidden: m.room.create cannot be redacted.") }
        if case .deny(let reason) = Authorization.mayRedact(target: target.sender, by: caller.userID, in: facts.state) {
            throw MatrixError(.forbidden, "Forbidden: \(reason).")
        }
        let redaction = try log.append(draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: request.transactionID))
        try Self.prune(target, by: redaction.ord, in: log)
        return redaction.eventID
    }

    /// Erases what the redaction at a position takes from an event.
    static func prune(_ target: StoredEvent, by ord: Int64, in log: RoomLog) throws {
        let kept = JSONValue.object(log.room.version.redactedContent(target.contentObject, type: target.type)).serialized()
        // Overwrites the freed bytes with zeros; without it the old content would stay readable in the database file. The write-ahead
        // log still has it until it is used again, at the latest until the node stops.
        try log.db.execute(sql: "PRAGMA secure_delete = ON")
        try log.db.cachedStatement(sql: "UPDATE event SET content = ?, redacted_by = coalesce(redacted_by, ?) WHERE room = ? AND ord = ?")
            .execute(arguments: [Data(kept), ord, log.room.nid, target.ord])
        try Relations.forget(room: log.room.nid, ord: target.ord, in: log.db)
        try PushTally.forget(room: log.room.nid, ord: target.ord, in: log.db)
    }
}

/// Redacts what relates to a redacted event in one of the ways that were asked for, as far as the caller may (MSC3912).
struct RedactionFanOut: FanOut {
    static let kind = FanOutKind.redaction
    private static let relatedLimit = 500

    private let room: Int64
    private let target: String
    private let kinds: [String]
    private let reason: String?
    private let user: String
    private let deviceID: String
    /// The last related event that was looked at.
    private var place: Int64 = 0
    private var relatedLeft = RedactionFanOut.relatedLimit

    init(_ request: RedactRequest, _ caller: Caller, in room: RoomRecord) {
        self.room = room.nid
        self.target = request.eventID
        self.kinds = request.withRelations
        self.reason = request.reason
        self.user = caller.userID
        self.deviceID = caller.deviceID
    }

    var subject: String { target }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        let limit = max(0, min(turn.left, relatedLeft))
        guard let record = try RoomRecord.find(nid: room, in: turn.db) else { return true }
        var log = turn.log(of: record)
        let rows = try Row.fetchAll(
            turn.db.cachedStatement(sql: "SELECT ord, rel_type FROM relation WHERE room = ? AND target = ? AND ord > ? ORDER BY ord LIMIT ?"),
            arguments: [room, target, place, limit])
        let state = try AuthorizationFacts(for: draft(of: target, in: record), room: record, in: turn.db).state
        for row in rows {
            let (ord, kind): (Int64, String) = (row[0], row[1])
            place = ord
            relatedLeft -= 1
            guard kinds.contains(kind) || kinds.contains("*"), let related = try EventStore.event(room: room, ord: ord, in: turn.db) else { continue }
            if case .deny = Authorization.mayRedact(target: related.sender, by: user, in: state) { continue }
            let origin = EventOrigin(deviceID: deviceID, transactionID: nil)
            guard let redaction = try turn.offer(draft(of: related.eventID, in: record), origin: origin, to: &log) else { continue }
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
