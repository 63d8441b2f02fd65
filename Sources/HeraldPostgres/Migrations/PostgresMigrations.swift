/// A migration of a schema: the first version of its tables, or a later change.
package struct PostgresMigration: Sendable {
    /// The migration's name. It never changes once it has been released.
    package let name: String
    let apply: @Sendable (PostgresTransaction) async throws -> Void

    /// Creates a migration from statements.
    package init(_ name: String, _ sql: String) {
        self.init(name) { try await $0.script(sql, time: PostgresMigrations.time) }
    }

    /// Creates a migration from code.
    package init(_ name: String, _ apply: @escaping @Sendable (PostgresTransaction) async throws -> Void) {
        (self.name, self.apply) = (name, apply)
    }
}

/// The migrations of one schema, numbered from 1 in their order. They only go forward.
///
/// The first instance runs them, in one transaction under an advisory lock that belongs to the schema. The others wait and find the work done.
package struct PostgresMigrations: Sendable {
    /// The time that migrations may take, including the wait for those of another instance.
    static let time = Duration.seconds(3_600)
    /// The attempts if the connection ends during the commit. A repetition finds the migrations done or not.
    private static let attempts = 3
    private let migrations: [PostgresMigration]

    /// Creates the list of a schema's migrations.
    package init(_ migrations: [PostgresMigration]) { self.migrations = migrations }

    /// Creates the pool's schema if it does not exist, and brings it up to the newest version. If it is, the user needs no right to create anything.
    /// - Returns: the number of migrations that this call ran.
    /// - Throws: ``PostgresError`` `schemaTooNew` if a newer program wrote the schema, `schemaUnknown` if another program did, and other errors.
    ///   The schema is then unchanged.
    @discardableResult
    package func run(on pool: PostgresPool) async throws -> Int {
        var attempt = 1
        while true {
            do {
                return try await pool.transaction(isolation: .readCommitted) { transaction in
                    try await migrate(pool.configuration.schema, in: transaction)
                }
            } catch let error as PostgresError where error.kind == .outcomeUnknown && attempt < Self.attempts {
                attempt += 1
            }
        }
    }

    private func migrate(_ schema: String, in transaction: PostgresTransaction) async throws -> Int {
        try await transaction.script("SET LOCAL statement_timeout = 0", time: Self.time)
        let tables = MigrationTables(transaction: transaction, schema: schema, time: Self.time)
        try await tables.lock()
        // If nothing is missing, nothing is created, so that a user who may only read and write rows can start.
        let exist = try await tables.exist()
        let done = exist ? try await tables.done() : []
        try check(done, schema)
        if !exist { try await tables.create() }
        try await tables.requireWritable()
        for (index, migration) in migrations.enumerated().dropFirst(done.count) {
            try await migration.apply(transaction)
            try await tables.add(migration.name, number: index + 1)
        }
        return migrations.count - done.count
    }

    private func check(_ done: [String], _ schema: String) throws(PostgresError) {
        guard done.count > migrations.count || zip(done, migrations).allSatisfy({ $0 == $1.name }) else {
            throw PostgresError(
                .schemaUnknown, field: schema,
                reason: "another program wrote this schema, so use another one; it was not changed")
        }
        guard done.count <= migrations.count else {
            throw PostgresError(
                .schemaTooNew, field: schema,
                reason: """
                    a newer version of Herald wrote this schema (version \(done.count), and this program knows up to \
                    \(migrations.count)), so use that version
                    """)
        }
    }
}
