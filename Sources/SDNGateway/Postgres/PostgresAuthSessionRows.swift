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

    func authSessionCount(of user: String) throws -> Int {
        let row = try transaction.first("SELECT count(*) FROM auth_session WHERE user_id = $1", [user])
        return try row?.get(0) ?? 0
    }

    func deleteOldestAuthSession(of user: String) throws {
        // A row that another instance deletes or changes is left to it, so that no two transactions wait for each other.
        try transaction.execute(
            """
            DELETE FROM auth_session WHERE number = (SELECT number FROM auth_session WHERE user_id = $1
                ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED)
            """, [user])
    }

    func authSessionNumbers() throws -> ClosedRange<Int64>? {
        // Two look-ups in the index, where a count would read all of it.
        let row = try transaction.first("SELECT min(number), max(number) FROM auth_session")
        guard let row, let first = try row.get(0, as: Int64?.self), let last = try row.get(1, as: Int64?.self) else {
            return nil
        }
        return first...last
    }

    func authSessionCount(now: Timestamp) throws -> Int {
        let row = try transaction.first(
            "SELECT count(*) FROM auth_session WHERE expires_at > $1", [now.milliseconds])
        return try row?.get(0) ?? 0
    }

    func evictAuthSessions(_ count: Int, now: Timestamp) throws {
        // A session with many newer ones of its user is deleted first.
        try transaction.execute(
            """
            DELETE FROM auth_session WHERE number IN (SELECT number FROM auth_session WHERE number IN (SELECT number FROM (
                        SELECT number, row_number() OVER (PARTITION BY user_id ORDER BY number DESC) AS place FROM auth_session
                        WHERE expires_at > $1) AS open
                    ORDER BY place DESC, number LIMIT $2)
                FOR UPDATE SKIP LOCKED)
            """, [now.milliseconds, count])
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
