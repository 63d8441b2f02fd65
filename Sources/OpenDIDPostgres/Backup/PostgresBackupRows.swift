import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

/// Reads what a restored schema has, in one transaction.
struct PostgresBackupRows {
    let transaction: BlockingTransaction

    /// The names of the schemas that servers of OpenDID can have in the database.
    func schemas() throws -> [String] {
        try texts("SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'opendid\\_%' ORDER BY nspname")
            .filter { PostgresSchema.roles(of: $0) != nil }
    }

    /// The major version of the server, such as 15.
    func serverVersion() throws -> Int {
        try integer("SELECT current_setting('server_version_num')::bigint / 10000")
    }

    /// The names of the tables in the schema that have a primary key.
    func tables() throws -> Set<String> {
        Set(
            try texts(
                """
                SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
                    AND EXISTS (SELECT 1 FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary AND indisvalid)
                """))
    }

    /// The names of the sequences in the schema.
    func sequences() throws -> Set<String> {
        Set(
            try texts(
                """
                SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'
                """))
    }

    /// The names of the migrations that were run, in their order.
    func migrations() throws -> [String] { try texts("SELECT name FROM herald_migration ORDER BY number") }

    /// The number of rows in a table.
    func count(_ table: String) throws -> Int { try integer("SELECT count(*) FROM \(table)") }

    /// True if a row refers to one that does not exist.
    func isBroken(_ reference: RestoredTables.Reference) throws -> Bool {
        try transaction.first(
            """
            SELECT 1 FROM \(reference.table) a
                WHERE NOT EXISTS (SELECT 1 FROM \(reference.target) b WHERE \(reference.condition)) LIMIT 1
            """) != nil
    }

    /// The last number that a sequence gave, and the greatest one that is stored.
    func numbers(_ numbers: RestoredTables.Numbers) throws -> (given: Int, stored: Int) {
        (
            try integer("SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM \(numbers.sequence)"),
            try integer("SELECT COALESCE(max(\(numbers.column)), 0) FROM \(numbers.table)")
        )
    }

    /// Makes a sequence continue after the greatest number that is stored, or that it gave.
    func repair(_ numbers: RestoredTables.Numbers) throws {
        try transaction.execute(
            """
            SELECT setval('\(numbers.sequence)', greatest(
                (SELECT max(\(numbers.column)) FROM \(numbers.table)), (SELECT last_value FROM \(numbers.sequence))))
            """)
    }

    private func texts(_ sql: String) throws -> [String] { try transaction.rows(sql).map { try $0.get(0) } }

    private func integer(_ sql: String) throws -> Int {
        guard let row = try transaction.first(sql) else {
            throw PostgresError(.other, reason: "the server sent no row for a statement that always has one")
        }
        return try row.get(0)
    }
}
