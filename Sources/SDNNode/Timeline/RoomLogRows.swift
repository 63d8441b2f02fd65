import Foundation
import GRDB
import SDNWire

/// What an append writes.
extension RoomLog {
    func insert(
        _ draft: EventDraft, _ event: EventFormat.Identified, _ place: Reserved, ord: Int64, replaces: Int64?, origin: EventOrigin?
    ) throws {
        try db.cachedStatement(sql: """
            INSERT INTO event (room, ord, event_id, type, state_key, sender, ts, content, redacts, replaces, device, txn, depth, auth, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ).execute(arguments: [
            room.nid, ord, event.eventID, draft.type, draft.stateKey, draft.sender, place.timestamp, Data(event.content), draft.redacts, replaces,
            origin?.deviceID, origin?.transactionID, place.depth, place.auth.map(String.init).joined(separator: ","), event.contentHash,
        ])
    }

    /// Writes a piece of state, as it is now and among what it was.
    func insertState(_ draft: EventDraft, _ key: String, value: String?, ord: Int64) throws {
        try db.cachedStatement(sql: "INSERT INTO state_history (room, type, state_key, ord, value) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [room.nid, draft.type, key, ord, value])
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO current_state (room, type, state_key, ord, value) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [room.nid, draft.type, key, ord, value])
    }

    /// Writes a membership. - Returns: the one before.
    func setMembership(_ value: String, of user: String, ord: Int64) throws -> String? {
        let before = try String.fetchOne(
            db.cachedStatement(sql: "SELECT membership FROM membership WHERE user = ? AND room = ?"), arguments: [user, room.nid])
        // No REPLACE: it would pass by the trigger that counts members.
        try db.cachedStatement(sql: """
            INSERT INTO membership (user, room, membership, ord, forgotten) VALUES (?, ?, ?, ?, 0)
            ON CONFLICT (user, room) DO UPDATE SET membership = excluded.membership, ord = excluded.ord, forgotten = 0
            """
        ).execute(arguments: [user, room.nid, value, ord])
        return before
    }
}
