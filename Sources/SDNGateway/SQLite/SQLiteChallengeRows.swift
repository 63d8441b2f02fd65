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

    func mostOpenChallenges() throws -> Int {
        // Two look-ups in the index, where a count would read all of it.
        try Int.fetchOne(
            db,
            sql: """
                SELECT coalesce((SELECT max(number) FROM challenge WHERE ended IS NULL)
                    - (SELECT min(number) FROM challenge WHERE ended IS NULL) + 1, 0)
                """) ?? 0
    }

    func openChallengeCount(now: Timestamp) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM challenge WHERE ended IS NULL AND expires_at > ?",
            arguments: [now.milliseconds]) ?? 0
    }

    func evictChallenge(now: Timestamp) throws {
        try db.execute(
            sql: """
                UPDATE challenge SET ended = ?1 WHERE number = (SELECT min(number) FROM challenge
                    WHERE ended IS NULL AND expires_at > ?2 AND remote = (SELECT remote FROM challenge
                        WHERE ended IS NULL AND expires_at > ?2 GROUP BY remote ORDER BY count(*) DESC, min(number) LIMIT 1))
                """,
            arguments: [ChallengeEnd.evicted.rawValue, now.milliseconds])
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
