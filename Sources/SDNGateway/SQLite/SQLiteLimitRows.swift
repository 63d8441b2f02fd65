import GRDB

extension SQLiteRows {
    func use(_ subject: String, interval: Int64, tolerance: Int64, now: Int64) throws -> Int64? {
        let counted = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO rate_limit (subject, counts_until) VALUES (?1, ?2 + ?3)
                ON CONFLICT (subject) DO UPDATE SET counts_until = max(counts_until, ?2) + ?3
                WHERE max(counts_until, ?2) + ?3 - ?2 <= ?4 RETURNING counts_until
                """,
            arguments: [subject, now, interval, tolerance])
        guard counted == nil else { return nil }
        let until = try Int64.fetchOne(
            db, sql: "SELECT counts_until FROM rate_limit WHERE subject = ?", arguments: [subject])
        return max((until ?? now) + interval - tolerance - now, 1)
    }

    func deleteRestedLimits(now: Int64, limit: Int, except subject: String) throws {
        try db.execute(
            sql: """
                DELETE FROM rate_limit WHERE subject IN (
                    SELECT subject FROM rate_limit WHERE counts_until <= ? AND subject <> ? ORDER BY counts_until LIMIT ?)
                """,
            arguments: [now, subject, limit])
    }
}
