import Foundation
import GRDB
import SDNIdentity
import SDNWire

extension SQLiteRows {
    func insert(_ challenge: Challenge, remote: String, expiresAt: Timestamp) throws {
        try db.execute(
            sql: "INSERT INTO challenge (nonce, did, updated, remote, body, expires_at) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                challenge.nonce, challenge.did.hex, challenge.updated, remote, Data(StoredChallenge.bytes(challenge)),
                expiresAt.milliseconds,
            ])
    }

    func openChallenges(of remote: String, now: Timestamp) throws -> (count: Int, firstExpiry: Timestamp?) {
        let row = try Row.fetchOne(
            db,
            sql:
                "SELECT count(*), min(expires_at) FROM challenge WHERE remote = ? AND ended IS NULL AND expires_at > ?",
            arguments: [remote, now.milliseconds])
        guard let row else { return (0, nil) }
        return (row[0], (row[1] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    func challengeNumbers() throws -> ClosedRange<Int64>? {
        // Two look-ups in the index, where a count would read all of it.
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT (SELECT min(number) FROM challenge WHERE ended IS NULL),
                    (SELECT max(number) FROM challenge WHERE ended IS NULL)
                """)
        guard let row, let first = row[0] as Int64?, let last = row[1] as Int64? else { return nil }
        return first...last
    }

    func openChallengeCount(now: Timestamp) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM challenge WHERE ended IS NULL AND expires_at > ?",
            arguments: [now.milliseconds]) ?? 0
    }

    func evictChallenges(_ count: Int, now: Timestamp) throws {
        // A challenge with many newer ones of its network is evicted first.
        try db.execute(
            sql: """
                UPDATE challenge SET ended = ?1 WHERE ended IS NULL AND number IN (SELECT number FROM (
                        SELECT number, row_number() OVER (PARTITION BY remote ORDER BY number DESC) AS place FROM challenge
                        WHERE ended IS NULL AND expires_at > ?2)
                    ORDER BY place DESC, number LIMIT ?3)
                """,
            arguments: [ChallengeEnd.evicted.rawValue, now.milliseconds, count])
    }

    func challenge(nonce: String, now: Timestamp) throws -> (challenge: Challenge, end: ChallengeEnd?)? {
        let row = try Row.fetchOne(
            db, sql: "SELECT body, ended, expires_at FROM challenge WHERE nonce = ?", arguments: [nonce])
        guard let row else { return nil }
        let end = (row[1] as String?).flatMap(ChallengeEnd.init(rawValue:))
        let isExpired = (row[2] as Int64) <= now.milliseconds
        return (
            try StoredChallenge.challenge([UInt8](row[0] as Data)), end ?? (isExpired ? .expired : nil)
        )
    }

    func openChallenges(of did: SDNDID, updated: String, remote: String, now: Timestamp, limit: Int) throws
        -> [Challenge]
    {
        try Data.fetchAll(
            db,
            sql: """
                SELECT body FROM challenge WHERE did = ? AND updated = ? AND ended IS NULL AND expires_at > ?
                ORDER BY remote = ? DESC, number DESC LIMIT ?
                """,
            arguments: [did.hex, updated, now.milliseconds, remote, limit]
        ).map { try StoredChallenge.challenge([UInt8]($0)) }
    }

    func useChallenge(nonce: String, now: Timestamp) throws -> Bool {
        try db.execute(
            sql: "UPDATE challenge SET ended = ? WHERE nonce = ? AND ended IS NULL AND expires_at > ?",
            arguments: [ChallengeEnd.used.rawValue, nonce, now.milliseconds])
        return db.changesCount == 1
    }

    func reopenChallenge(nonce: String, now: Timestamp) throws {
        try db.execute(
            sql: "UPDATE challenge SET ended = NULL WHERE nonce = ? AND ended = ? AND expires_at > ?",
            arguments: [nonce, ChallengeEnd.used.rawValue, now.milliseconds])
    }

    func addFailure(nonce: String, limit: Int) throws {
        try db.execute(
            sql: """
                UPDATE challenge SET failures = failures + 1, ended = CASE WHEN failures + 1 >= ? THEN ? END
                WHERE nonce = ? AND ended IS NULL
                """,
            arguments: [limit, ChallengeEnd.exhausted.rawValue, nonce])
    }

    func deleteChallenges(expiredBefore time: Timestamp, limit: Int) throws {
        try db.execute(
            sql: """
                DELETE FROM challenge WHERE number IN (SELECT number FROM challenge WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
                """,
            arguments: [time.milliseconds, limit])
    }
}
