import GRDB
import SDNWire

extension SQLiteRows {
    func addEnding(of user: String, dueAt: Timestamp) throws {
        try db.execute(
            sql: """
                INSERT INTO session_ending (user_id, number, due_at) VALUES (?, 1, ?)
                ON CONFLICT (user_id) DO UPDATE SET number = number + 1, due_at = excluded.due_at
                """,
            arguments: [user, dueAt.milliseconds])
    }

    func ending(of user: String) throws -> SessionEnding? {
        try Int64.fetchOne(db, sql: "SELECT number FROM session_ending WHERE user_id = ?", arguments: [user])
            .map { SessionEnding(userID: user, number: $0) }
    }

    func takeEndings(dueAt now: Timestamp, until: Timestamp, limit: Int) throws -> [SessionEnding] {
        try Row.fetchAll(
            db,
            sql: """
                UPDATE session_ending SET due_at = ? WHERE user_id IN (SELECT user_id FROM session_ending WHERE due_at <= ?
                    ORDER BY due_at LIMIT ?) RETURNING user_id, number
                """,
            arguments: [until.milliseconds, now.milliseconds, limit]
        ).map { SessionEnding(userID: $0[0], number: $0[1]) }
    }

    func deleteEnding(_ ending: SessionEnding) throws {
        try db.execute(
            sql: "DELETE FROM session_ending WHERE user_id = ? AND number = ?",
            arguments: [ending.userID, ending.number])
    }
}
