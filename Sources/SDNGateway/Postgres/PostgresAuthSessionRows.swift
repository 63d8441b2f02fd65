import HeraldPostgres
import SDNIdentity
import SDNWire

extension PostgresRows {
    func insert(_ session: AuthSession, expiresAt: Timestamp) throws {
        try transaction.execute(
            "INSERT INTO auth_session (id, user_id, body, is_complete, expires_at) VALUES ($1, $2, $3, $4, $5)",
            [
                session.id, session.user, StoredChallenge.bytes(session), session.isComplete, expiresAt.milliseconds,
            ])
    }

    func authSession(_ id: String, user: String, now: Timestamp) throws -> AuthSession? {
        try transaction.first(
            "SELECT body, is_complete FROM auth_session WHERE id = $1 AND user_id = $2 AND expires_at > $3",
            [id, user, now.milliseconds]
        ).map { row in
            try StoredChallenge.session(
                row.get(0, as: [UInt8].self), id: id, user: user, isComplete: row.get(1, as: Bool.self))
        }
    }

    func authSessionCount(of user: String?) throws -> Int {
        let row = try transaction.first(
            "SELECT count(*) FROM auth_session WHERE $1::text IS NULL OR user_id = $1::text", [user])
        return try row?.get(0) ?? 0
    }

    func deleteOldestAuthSession(of user: String?) throws {
        try transaction.execute(
            """
            DELETE FROM auth_session WHERE number = (SELECT min(number) FROM auth_session
                WHERE $1::text IS NULL OR user_id = $1::text)
            """, [user])
    }

    func completeAuthSession(_ id: String) throws {
        try transaction.execute("UPDATE auth_session SET is_complete = true WHERE id = $1", [id])
    }

    func deleteAuthSession(_ id: String) throws -> Bool {
        try transaction.execute("DELETE FROM auth_session WHERE id = $1", [id]).changes == 1
    }

    func addAuthFailure(_ id: String, limit: Int) throws {
        try transaction.execute("UPDATE auth_session SET failures = failures + 1 WHERE id = $1", [id])
        try transaction.execute("DELETE FROM auth_session WHERE id = $1 AND failures >= $2", [id, limit])
    }

    func deleteAuthSessions(expiredBefore time: Timestamp, limit: Int) throws {
        try transaction.execute(
            """
            DELETE FROM auth_session WHERE number IN (SELECT number FROM auth_session WHERE expires_at < $1
                ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, [time.milliseconds, limit])
    }
}
