import HeraldPostgres
import SDNIdentity
import SDNWire

extension PostgresRows {
    func insert(_ challenge: Challenge, remote: String, expiresAt: Timestamp) throws {
        try transaction.execute(
            "INSERT INTO challenge (nonce, did, updated, remote, body, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
            [
                challenge.nonce, challenge.did.hex, challenge.updated, remote, StoredChallenge.bytes(challenge),
                expiresAt.milliseconds,
            ])
    }

    func openChallenges(of remote: String, now: Timestamp) throws -> (count: Int, firstExpiry: Timestamp?) {
        let row = try transaction.first(
            "SELECT count(*), min(expires_at) FROM challenge WHERE remote = $1 AND ended IS NULL AND expires_at > $2",
            [remote, now.milliseconds])
        guard let row else { return (0, nil) }
        return (try row.get(0), try row.get(1, as: Int64?.self).map(Timestamp.init(milliseconds:)))
    }

    func challengeNumbers() throws -> ClosedRange<Int64>? {
        // Two look-ups in the index, where a count would read all of it.
        let row = try transaction.first(
            """
            SELECT (SELECT min(number) FROM challenge WHERE ended IS NULL),
                (SELECT max(number) FROM challenge WHERE ended IS NULL)
            """)
        guard let row, let first = try row.get(0, as: Int64?.self), let last = try row.get(1, as: Int64?.self) else {
            return nil
        }
        return first...last
    }

    func openChallengeCount(now: Timestamp) throws -> Int {
        let row = try transaction.first(
            "SELECT count(*) FROM challenge WHERE ended IS NULL AND expires_at > $1", [now.milliseconds])
        return try row?.get(0) ?? 0
    }

    func evictChallenges(_ count: Int, now: Timestamp) throws {
        // A challenge with many newer ones of its network is evicted first.
        try transaction.execute(
            """
            UPDATE challenge SET ended = $1 WHERE ended IS NULL AND number IN (SELECT number FROM (
                    SELECT number, row_number() OVER (PARTITION BY remote ORDER BY number DESC) AS place FROM challenge
                    WHERE ended IS NULL AND expires_at > $2) AS open
                ORDER BY place DESC, number LIMIT $3)
            """, [ChallengeEnd.evicted.rawValue, now.milliseconds, count])
    }

    func challenge(nonce: String, now: Timestamp) throws -> (challenge: Challenge, end: ChallengeEnd?)? {
        let row = try transaction.first("SELECT body, ended, expires_at FROM challenge WHERE nonce = $1", [nonce])
        guard let row else { return nil }
        let end = try row.get(1, as: String?.self).flatMap(ChallengeEnd.init(rawValue:))
        let isExpired = try row.get(2, as: Int64.self) <= now.milliseconds
        return (try StoredChallenge.challenge(row.get(0, as: [UInt8].self)), end ?? (isExpired ? .expired : nil))
    }

    func openChallenges(of did: SDNDID, updated: String, remote: String, now: Timestamp, limit: Int) throws
        -> [Challenge]
    {
        try transaction.rows(
            """
            SELECT body FROM challenge WHERE did = $1 AND updated = $2 AND ended IS NULL AND expires_at > $3
            ORDER BY remote = $4 DESC, number DESC LIMIT $5
            """, [did.hex, updated, now.milliseconds, remote, limit]
        ).map { try StoredChallenge.challenge($0.get(0, as: [UInt8].self)) }
    }

    func useChallenge(nonce: String, now: Timestamp) throws -> Bool {
        try transaction.execute(
            "UPDATE challenge SET ended = $1 WHERE nonce = $2 AND ended IS NULL AND expires_at > $3",
            [ChallengeEnd.used.rawValue, nonce, now.milliseconds]
        ).changes == 1
    }

    func reopenChallenge(nonce: String, now: Timestamp) throws {
        try transaction.execute(
            "UPDATE challenge SET ended = NULL WHERE nonce = $1 AND ended = $2 AND expires_at > $3",
            [nonce, ChallengeEnd.used.rawValue, now.milliseconds])
    }

    func addFailure(nonce: String, limit: Int) throws {
        try transaction.execute(
            """
            UPDATE challenge SET failures = failures + 1, ended = CASE WHEN failures + 1 >= $1 THEN $2::text END
            WHERE nonce = $3 AND ended IS NULL
            """, [limit, ChallengeEnd.exhausted.rawValue, nonce])
    }

    func deleteChallenges(expiredBefore time: Timestamp, limit: Int) throws {
        // Rows that another instance deletes or changes are left to it.
        try transaction.execute(
            """
            DELETE FROM challenge WHERE number IN (SELECT number FROM challenge WHERE expires_at < $1
                ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
            """, [time.milliseconds, limit])
    }
}
