import GRDB
import MYKEYWire

extension SQLiteReplayStore {
    public func keep(nonce: String, for session: LoginSession, until: UnixTime, now: UnixTime)
        async throws(MYKEYServicesError)
    {
        let digest = Blob.of(session.digest)
        let nonce = Blob.of(ExactText(nonce))
        try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            try db.execute(
                sql: "DELETE FROM mykey_nonce WHERE nonce = ? AND until < ?", arguments: [nonce, now.seconds])
            try db.execute(
                sql: "INSERT OR IGNORE INTO mykey_nonce(nonce, session, until) VALUES (?, ?, ?)",
                arguments: [nonce, digest, until.seconds])
            guard db.changesCount == 1 else {
                throw MYKEYServicesError(.value, field: "nonce", reason: "this nonce is stored already")
            }
        }
    }

    public func spend(nonce: String, for session: LoginSession, now: UnixTime) async throws(MYKEYServicesError) -> Bool
    {
        let digest = Blob.of(session.digest)
        let nonce = Blob.of(ExactText(nonce))
        // The row is read before a write begins, so that callers that invent nonces do not block other writers.
        let isStored: Bool = try await read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS(SELECT 1 FROM mykey_nonce WHERE nonce = ? AND session = ? AND spent = 0 AND until >= ?)
                    """, arguments: [nonce, digest, now.seconds]) ?? false
        }
        guard isStored else { return false }
        // The row is deleted, because used rows would otherwise fill the table. Only an earlier release marked rows as `spent`.
        return try await write { db in
            try db.execute(
                sql: "DELETE FROM mykey_nonce WHERE nonce = ? AND session = ? AND spent = 0 AND until >= ?",
                arguments: [nonce, digest, now.seconds])
            return db.changesCount == 1
        }
    }
}
