import HeraldPostgres

extension PostgresRows {
    func use(_ subject: String, interval: Int64, tolerance: Int64, now: Int64) throws -> Int64? {
        // The upsert locks the row, so each of several simultaneous uses sees the ones before it.
        let counted = try transaction.first(
            """
            INSERT INTO rate_limit AS known (subject, counts_until) VALUES ($1, $2::bigint + $3::bigint)
            ON CONFLICT (subject) DO UPDATE SET counts_until = greatest(known.counts_until, $2::bigint) + $3::bigint
            WHERE greatest(known.counts_until, $2::bigint) + $3::bigint - $2::bigint <= $4::bigint RETURNING counts_until
            """, [subject, now, interval, tolerance])
        guard counted == nil else { return nil }
        let row = try transaction.first("SELECT counts_until FROM rate_limit WHERE subject = $1", [subject])
        return max((try row?.get(0, as: Int64.self) ?? now) + interval - tolerance - now, 1)
    }

    func deleteRestedLimits(now: Int64, limit: Int, except subject: String) throws {
        // PostgreSQL runs the query of an array once, before it deletes, so only rows that the query has locked are deleted.
        try transaction.execute(
            """
            DELETE FROM rate_limit WHERE subject = ANY (ARRAY (SELECT subject FROM rate_limit
                WHERE counts_until <= $1 AND subject <> $3 ORDER BY counts_until LIMIT $2 FOR UPDATE SKIP LOCKED))
            """, [now, limit, subject])
    }
}
