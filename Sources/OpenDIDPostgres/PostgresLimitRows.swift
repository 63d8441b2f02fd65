import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

/// The rows of the limits that all processes of a schema count together. Each method is one or several statements, each a transaction of its
/// own.
///
/// The tables of buckets and of wrong tokens are not logged, so no write waits for a disk. A crash of PostgreSQL and a failover empty them,
/// and each client then begins with full buckets.
///
/// A row of `client_limit` has the time at which the bucket is full again. A time further away than an empty bucket needs comes from a clock
/// that was set back since, and counts as that of an empty bucket.
struct PostgresLimitRows: SharedLimits {
    /// The time of the database in microseconds. It is the same in all parts of a statement.
    private static let clock = "(extract(epoch FROM statement_timestamp()) * 1000000)::bigint"
    /// The time at which a bucket is full again, not earlier than now, in the update of a row.
    private static let full =
        "least(greatest(known.full_at, excluded.asked_at), excluded.asked_at + excluded.burst * excluded.step)"
    /// The tokens that are in a bucket, in the update of a row.
    private static let tokens = "((excluded.asked_at + excluded.burst * excluded.step - \(full)) / excluded.step)"
    /// The tokens that are taken out of a bucket, in the update of a row.
    private static let lot = "least(\(tokens), greatest(\(tokens) / 16, excluded.wanted))"

    /// The tokens that are taken out of a full bucket, in a new row.
    private static let first = "least(burst, greatest(burst / 16, wanted))"

    let database: PostgresDatabase

    func takeTokens(_ buckets: [SharedBucket]) async throws -> [String: TokenGrant] {
        // Ordered, so that processes with the same buckets do not wait for each other in a circle. Names are hexadecimal, so a space separates
        // them.
        let buckets = buckets.sorted { $0.name < $1.name }
        let rows = try await database.writeOnce(
            """
            INSERT INTO client_limit AS known (name, burst, step, wanted, asked_at, full_at, granted)
            SELECT name, burst, step, wanted, \(Self.clock), \(Self.clock) + \(Self.first) * step, \(Self.first)
            FROM unnest(string_to_array($1::text, ' '), string_to_array($2::text, ' ')::bigint[],
                string_to_array($3::text, ' ')::bigint[], string_to_array($4::text, ' ')::bigint[])
                AS asked (name, burst, step, wanted) ORDER BY name COLLATE "C"
            ON CONFLICT (name) DO UPDATE SET burst = excluded.burst, step = excluded.step, wanted = excluded.wanted, asked_at = excluded.asked_at,
                full_at = \(Self.full) + \(Self.lot) * excluded.step, granted = \(Self.lot)
            RETURNING name, granted, full_at + step - burst * step - asked_at, xmax = 0
            """,
            [
                buckets.map(\.name).joined(separator: " "),
                buckets.map { String($0.burst) }.joined(separator: " "),
                buckets.map { String($0.interval) }.joined(separator: " "),
                buckets.map { String($0.wanted) }.joined(separator: " "),
            ])
        return try rows.reduce(into: [:]) { grants, row in
            let wait: Int64 = try row.get(2)
            grants[try row.get(0, as: String.self)] = TokenGrant(
                tokens: try row.get(1), wait: .microseconds(max(wait, 1)), isNew: try row.get(3))
        }
    }

    func openTransactions(_ query: OpenTransactionQuery) async throws -> OpenTransactionCounts {
        // Counts stop at the limits, so that a client above them costs no more than one at them.
        let rows = try await database.readOnce(
            """
            SELECT
                (SELECT count(*) FROM (SELECT FROM service_transaction WHERE client = $1 AND expires > $4 LIMIT $5::bigint) a),
                (SELECT count(*) FROM (SELECT FROM service_transaction WHERE network = $2 AND expires > $4 LIMIT $6::bigint) b),
                CASE WHEN $3 THEN
                    (SELECT count(*) FROM (SELECT FROM service_transaction WHERE client IS NOT NULL AND expires > $4 LIMIT $7::bigint) c)
                    ELSE 0 END
            """,
            [
                query.opener.client, query.opener.network.postgresValue, query.countsAll, query.now.seconds,
                query.most.client, query.most.network, query.most.all,
            ])
        guard let row = rows.first else { throw ServiceDatabaseError(.other, reason: "the server sent no counts") }
        return OpenTransactionCounts(client: try row.get(0), network: try row.get(1), all: try row.get(2))
    }

    func countWrongTokens(_ count: Int, of client: String, memory: Duration) async throws -> Int {
        let rows = try await database.writeOnce(
            """
            INSERT INTO token_guess AS known (name, wrong, forgotten_at) VALUES ($1, $2::bigint, \(Self.clock) + $3::bigint)
            ON CONFLICT (name) DO UPDATE SET forgotten_at = excluded.forgotten_at,
                wrong = CASE WHEN known.forgotten_at <= \(Self.clock) THEN 0 ELSE least(known.wrong, 1000000) END + excluded.wrong
            RETURNING wrong
            """,
            [client, count, Int(memory / .microseconds(1))])
        guard let row = rows.first else { throw ServiceDatabaseError(.other, reason: "the server sent no count") }
        return try row.get(0)
    }

    func deleteUnneeded(most: Int, limit: Int) async throws -> Int {
        // Several processes delete at once, so each takes rows that no other one has locked.
        var deleted = 0
        for (table, time) in [("client_limit", "full_at"), ("token_guess", "forgotten_at")] {
            let old = try await database.changeOnce(
                """
                DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM \(table) WHERE \(time) <= \(Self.clock) ORDER BY \(time) LIMIT $1::bigint FOR UPDATE SKIP LOCKED))
                """, [limit])
            deleted += old
            guard old < limit else { continue }
            deleted += try await database.changeOnce(
                """
                DELETE FROM \(table) WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM \(table) ORDER BY \(time)
                    LIMIT least(greatest((SELECT count(*) FROM \(table)) - $1::bigint, 0), $2::bigint) FOR UPDATE SKIP LOCKED))
                """, [most, limit])
        }
        return deleted
    }
}
