import GRDB

/// The guests in a room, in the tables of members and accounts.
enum GuestRows {
    /// Returns the joined guests of a room whose IDs come after `user`, in the order of their IDs.
    /// - Parameter user: the empty text for the first guests.
    static func joined(in room: RoomRowID, after user: String, limit: Int, in db: Database) throws -> [String] {
        let first = "@" + Tourists.namePrefix
        // All IDs of guests are between the prefix and the text with its last character replaced by the next one.
        return try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT m.user FROM membership m JOIN account a ON a.user_id = m.user
                    WHERE m.room = ? AND m.membership = 'join' AND m.user > ? AND m.user < ? AND a.password_hash IS NULL
                    ORDER BY m.user LIMIT ?
                    """),
            arguments: [room, max(first, user), String(first.dropLast()) + "`", limit])
    }
}
