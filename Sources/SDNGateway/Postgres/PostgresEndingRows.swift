import HeraldPostgres
import SDNWire

extension PostgresRows {
    func addEnding(of user: String, dueAt: Timestamp) throws {
        try transaction.execute(
            """
            INSERT INTO session_ending AS known (user_id, number, due_at) VALUES ($1, 1, $2)
            ON CONFLICT (user_id) DO UPDATE SET number = known.number + 1, due_at = excluded.due_at
            """, [user, dueAt.milliseconds])
    }

    func ending(of user: String) throws -> SessionEnding? {
        try transaction.first("SELECT number FROM session_ending WHERE user_id = $1", [user])
            .map { SessionEnding(userID: user, number: try $0.get(0)) }
    }

    func takeEndings(dueAt now: Timestamp, until: Timestamp, limit: Int) throws -> [SessionEnding] {
        try transaction.rows(
            """
            UPDATE session_ending SET due_at = $1 WHERE user_id IN (SELECT user_id FROM session_ending WHERE due_at <= $2
                ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING user_id, number
            """, [until.milliseconds, now.milliseconds, limit]
        ).map { SessionEnding(userID: try $0.get(0), number: try $0.get(1)) }
    }

    func deleteEnding(_ ending: SessionEnding) throws {
        try transaction.execute(
            "DELETE FROM session_ending WHERE user_id = $1 AND number = $2", [ending.userID, ending.number])
    }
}
