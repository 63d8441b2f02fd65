import GRDB
import SDNWire

/// The rows that an append writes.
extension RoomLog {
    func insert(
        _ draft: EventDraft, _ event: EventFormat.Identified, _ place: Reserved, ord: Int64, replaces: Int64?,
        origin: EventOrigin?
    ) throws {
        try db.run(
            """
            INSERT INTO event (room, ord, event_id, type, state_key, sender, ts, content, redacts, replaces, device, txn, depth, auth, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            room.rowID, ord, event.eventID, draft.type, draft.stateKey, draft.sender, place.timestamp.milliseconds,
            BoundBytes(event.content), draft.redacts, replaces, origin?.deviceID, origin?.transactionID, place.depth,
            place.auth.map(String.init).joined(separator: ","), event.contentHash)
    }

    /// Stores a piece of state in the current state and in its history.
    func insertState(_ draft: EventDraft, _ key: String, value: String?, ord: Int64) throws {
        try db.cachedStatement(
            sql: "INSERT INTO state_history (room, type, state_key, ord, value) VALUES (?, ?, ?, ?, ?)"
        )
        .execute(arguments: [room.rowID, draft.type, key, ord, value])
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO current_state (room, type, state_key, ord, value) VALUES (?, ?, ?, ?, ?)"
        )
        .execute(arguments: [room.rowID, draft.type, key, ord, value])
    }

    /// Stores a membership.
    /// - Returns: the user's earlier membership.
    func setMembership(_ value: String, of user: String, ord: Int64) throws -> String? {
        let before = try String.fetchOne(
            db.cachedStatement(sql: "SELECT membership FROM membership WHERE user = ? AND room = ?"),
            arguments: [user, room.rowID])
        // The statement updates the row instead of using REPLACE, which would not run the trigger that counts members.
        try db.cachedStatement(
            sql: """
                INSERT INTO membership (user, room, membership, ord, forgotten) VALUES (?, ?, ?, ?, 0)
                ON CONFLICT (user, room) DO UPDATE SET membership = excluded.membership, ord = excluded.ord, forgotten = 0
                """
        ).execute(arguments: [user, room.rowID, value, ord])
        return before
    }
}
