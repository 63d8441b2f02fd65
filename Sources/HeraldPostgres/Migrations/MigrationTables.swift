/// A schema and its table of the migrations that were run, in the transaction that runs further ones.
struct MigrationTables {
    let transaction: PostgresTransaction
    let schema: String
    /// The time that a statement may take which waits for another instance or creates something.
    let time: Duration

    /// Waits until no other instance migrates the schema.
    func lock() async throws {
        try await transaction.execute(LockSQL.byName, ["herald/migrations/\(schema)"], time: time)
    }

    /// Creates the schema and the table if they do not exist.
    func create() async throws {
        // A user without the right to create schemas may have one that the operator created.
        let exists = try await transaction.first("SELECT 1 FROM pg_namespace WHERE nspname = $1::text", [schema]) != nil
        if !exists { try await transaction.script("CREATE SCHEMA \"\(schema)\"", time: time) }
        try await transaction.script(
            """
            CREATE TABLE IF NOT EXISTS herald_migration (
                number bigint PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now())
            """, time: time)
    }

    /// Returns the names of the migrations that were run, in their order.
    func done() async throws -> [String] {
        try await transaction.rows("SELECT name FROM herald_migration ORDER BY number").map { row in
            try row.get(0, as: String.self)
        }
    }

    /// Notes that a migration was run.
    func add(_ name: String, number: Int) async throws {
        try await transaction.execute("INSERT INTO herald_migration (number, name) VALUES ($1, $2)", [number, name])
    }
}
