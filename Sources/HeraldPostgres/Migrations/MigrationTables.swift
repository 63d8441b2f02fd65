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

    /// True if the table exists, also if the user may not use its schema.
    func exist() async throws -> Bool {
        try await transaction.first(
            """
            SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = $1::text AND relname = 'herald_migration'
            """, [schema]) != nil
    }

    /// - Throws: ``PostgresError`` `readOnly` if the database accepts no writes.
    func requireWritable() async throws {
        let isReadOnly = try await transaction.first("SELECT current_setting('transaction_read_only')::boolean")
        guard try isReadOnly?.get(0, as: Bool.self) != true else {
            throw PostgresError(.readOnly, reason: "the database accepts no writes")
        }
    }

    /// Creates the table, and the schema if it does not exist.
    func create() async throws {
        // A user without the right to create schemas may have one that the operator created.
        let exists = try await transaction.first("SELECT 1 FROM pg_namespace WHERE nspname = $1::text", [schema]) != nil
        if !exists { try await transaction.script("CREATE SCHEMA \"\(schema)\"", time: time) }
        try await transaction.script(
            """
            CREATE TABLE herald_migration (
                number bigint PRIMARY KEY, name text NOT NULL, applied timestamptz NOT NULL DEFAULT now())
            """, time: time)
    }

    /// Returns the names of the migrations that were run, in their order.
    func done() async throws -> [String] {
        // The schema is named, because the search path silently leaves out a schema that the user may not use.
        try await transaction.rows("SELECT name FROM \"\(schema)\".herald_migration ORDER BY number").map { row in
            try row.get(0, as: String.self)
        }
    }

    /// Notes that a migration was run.
    func add(_ name: String, number: Int) async throws {
        try await transaction.execute("INSERT INTO herald_migration (number, name) VALUES ($1, $2)", [number, name])
    }
}
