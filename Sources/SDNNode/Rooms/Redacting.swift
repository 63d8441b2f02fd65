import Foundation
import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Redacts an event: what its version's algorithm does not keep is erased from the database, its place in the timeline stays.
    func redact(_ request: RedactRequest, _ caller: Caller) async throws -> EventIDResponse {
        let eventID = try await change(request.roomID) { log in
            try Transactions.once(
                request.transactionID, endpoint: "redact/\(request.roomID)/\(request.eventID)", caller: caller, log: &log
            ) { log in
                try Redaction(request: request, caller: caller).append(to: &log)
            }
        }
        return EventIDResponse(eventID: eventID)
    }
}

/// One redaction inside a write.
private struct Redaction {
    /// Each makes an event in the one write, during which everybody else's writes wait.
    private static let relatedLimit = 500

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
        try prune(target, by: redaction.ord, in: log)
        try redactRelated(to: target, content: content, facts.state, &log)
        return redaction.eventID
    }

    /// What relates to the target in one of the ways that were asked for, as far as the caller may redact it (MSC3912).
    private func redactRelated(to target: StoredEvent, content: JSONObject, _ state: AuthorizationState, _ log: inout RoomLog) throws {
        let kinds = Set(request.withRelations)
        guard !kinds.isEmpty else { return }
        let rows = try Row.fetchAll(
            log.db, sql: "SELECT ord, rel_type FROM relation WHERE room = ? AND target = ? ORDER BY ord LIMIT ?",
            arguments: [log.room.nid, target.eventID, Self.relatedLimit])
        for row in rows {
            let (ord, kind): (Int64, String) = (row[0], row[1])
            guard kinds.contains(kind) || kinds.contains("*"), let related = try EventStore.event(room: log.room.nid, ord: ord, in: log.db) else { continue }
            if case .deny = Authorization.mayRedact(target: related.sender, by: caller.userID, in: state) { continue }
            var content = content
            if log.room.version.keepsRedactsInContent { content["redacts"] = .string(related.eventID) }
            let redaction = try log.append(
                EventDraft(type: EventType.redaction, sender: caller.userID, content: content, redacts: related.eventID),
                origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
            try prune(related, by: redaction.ord, in: log)
        }
    }

    private func prune(_ target: StoredEvent, by ord: Int64, in log: RoomLog) throws {
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
