import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Sends a message-like event.
    func send(_ request: SendEventRequest, _ caller: Caller) async throws -> EventIDResponse {
        guard request.type != EventType.redaction else {
            throw MatrixError(.invalidParam, "eventType: use the redact endpoint for redactions.")
        }
        let content = try contentObject(request.content)
        let eventID = try await change(request.roomID) { log in
            try TransactionStore.once(
                request.transactionID, endpoint: "send/\(request.roomID)/\(request.type)", caller: caller, log: &log
            ) { log in
                let draft = EventDraft(type: request.type, sender: caller.userID, content: content)
                return try log.append(
                    draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: request.transactionID)
                ).eventID
            }
        }
        return EventIDResponse(eventID: eventID)
    }

    /// Sets a piece of state. The iOS client also kicks this way, with `m.room.member` (SDN sheet 5.8).
    func setState(_ request: SetStateRequest, _ caller: Caller) async throws -> EventIDResponse {
        try Tourists.refuse(caller)
        let content = try contentObject(request.content)
        let eventID = try await change(request.roomID) { log in
            var content = content
            if request.type == EventType.member {
                // Only the node decides which member authorises a join. A client could name any member.
                content["join_authorised_via_users_server"] = nil
                if content["membership"] == "join", request.stateKey.isIdentical(to: caller.userID) {
                    content.set(
                        "join_authorised_via_users_server",
                        try RestrictedJoin(user: caller.userID, room: log.room, db: log.db).voucher())
                }
            }
            if request.type == EventType.member, content["membership"] == "invite" {
                let before = try StateStore.entry(EventType.member, request.stateKey, room: log.room.rowID, in: log.db)?
                    .value
                try admitInvitation(
                    of: request.stateKey, by: caller.userID, before: before.flatMap(Membership.init(rawValue:)),
                    in: log.db)
            }
            let draft = EventDraft(
                type: request.type, stateKey: request.stateKey, sender: caller.userID, content: content)
            if request.type == EventType.canonicalAlias, request.stateKey.isEmpty {
                try Self.requireAliases(of: content, in: log)
            }
            return try log.append(draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil)).eventID
        }
        return EventIDResponse(eventID: eventID)
    }

    private func contentObject(_ value: JSONValue) throws(MatrixError) -> JSONObject {
        guard let content = value.objectValue else {
            throw MatrixError(.badJSON, "The content of an event must be an object.")
        }
        return content
    }

    /// Checks that new aliases lead to this room.
    /// - Throws: `M_BAD_ALIAS` if one does not.
    static func requireAliases(of content: JSONObject, in log: RoomLog) throws {
        let old = try StateStore.event(EventType.canonicalAlias, room: log.room.rowID, in: log.db)?.contentObject ?? [:]
        for alias in Self.aliases(content).subtracting(Self.aliases(old)) {
            // A text that is no alias leads to no room.
            guard let checked = try? RoomAlias(alias),
                try RoomAliasStore.room(checked.text, in: log.db) == log.room.rowID
            else {
                throw MatrixError(.badAlias, "\(alias) is not an alias of this room.")
            }
        }
    }

    private static func aliases(_ content: JSONObject) -> Set<String> {
        var all = Set((content["alt_aliases"]?.arrayValue ?? []).compactMap(\.stringValue))
        if let alias = content["alias"]?.stringValue, !alias.isEmpty { all.insert(alias) }
        return all
    }
}
