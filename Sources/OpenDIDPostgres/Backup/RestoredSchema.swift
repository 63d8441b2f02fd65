import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

/// The result of checking a schema that was restored from a dump.
package struct RestoredSchema: Sendable, Hashable {
    /// The name of the schema.
    package let name: String
    /// The number of its migrations.
    package let version: Int
    /// The number of rows of each table.
    package let counts: [String: Int]
    /// The roles whose private keys were decrypted, or `nil` if no passphrase was given.
    package let opened: [ServiceRole]?
    /// The sequences that were behind the numbers of their table, and were set.
    package let repaired: [String]

    /// Checks the schema of a transaction. Only ``RestoredTables/sequences`` are changed.
    /// - Parameter repairs: true to set sequences that are behind.
    /// - Throws: `ServicesError` with what is missing or wrong, and the database's errors.
    init(_ name: String, in rows: PostgresBackupRows, passphrase: ServiceSecret?, repairs: Bool) throws {
        self.name = name
        func wrong(_ reason: String) -> ServicesError { ServicesError(.backup, field: name, reason: reason) }
        let tables = try rows.tables()
        guard tables.contains("herald_migration") else {
            throw wrong("the table herald_migration or its primary key is missing, so the restore did not finish")
        }
        let done = try rows.migrations()
        try Self.check(done, of: name)
        version = done.count
        let expected = done.flatMap { RestoredTables.tables[$0] ?? [] }
        if let missing = expected.first(where: { !tables.contains($0) }) {
            throw wrong("the table \(missing) or its primary key is missing, so the restore did not finish")
        }
        counts = try Dictionary(uniqueKeysWithValues: expected.map { ($0, try rows.count($0)) })
        for reference in RestoredTables.references where try rows.isBroken(reference) {
            throw wrong("a row of \(reference.table) has no row of \(reference.target), so rows are missing")
        }
        let servers = PostgresRows(transaction: rows.transaction)
        let identities = try ServiceRole.allCases.filter { try servers.identity(of: $0.rawValue) != nil }
        if PostgresSchema.roles(of: name)?.contains(.tas) == true, !identities.contains(.tas) {
            throw wrong("the trust agent's keys are missing, so this is not a dump of servers that have run")
        }
        guard try identities.isEmpty || servers.salt() != nil else {
            throw wrong("the salt is missing, so no passphrase can decrypt the servers' keys")
        }
        do {
            opened = try passphrase.map { try identities.isEmpty ? [] : StoredKeysCheck.check(servers, passphrase: $0) }
        } catch let error as ServicesError where error.code == .storageKey {
            throw ServicesError(.storageKey, field: "passphrase", reason: "\(name): \(error.reason)")
        }
        repaired = try Self.sequences(of: name, in: rows, repairs: repairs)
    }

    private static func check(_ done: [String], of name: String) throws(ServicesError) {
        let known = PostgresSchema.migrations
        guard done.count <= known.count else {
            throw ServicesError(
                .databaseTooNew, field: name,
                reason: """
                    a newer version of Herald wrote this schema (version \(done.count), and this program knows up to \(known.count)), \
                    so use that version
                    """)
        }
        guard !done.isEmpty, zip(done, known).allSatisfy({ $0 == $1.name }) else {
            throw ServicesError(
                .databaseUnreadable, field: name,
                reason: "its migrations are not those of Herald, so another program wrote it or rows are missing")
        }
    }

    /// Checks that no sequence gives a number again.
    /// - Returns: the sequences that were set.
    private static func sequences(
        of name: String, in rows: PostgresBackupRows, repairs: Bool
    ) throws -> [String] {
        let present = try rows.sequences()
        var repaired: [String] = []
        for numbers in RestoredTables.sequences {
            guard present.contains(numbers.sequence) else {
                throw ServicesError(
                    .backup, field: name,
                    reason: "the sequence \(numbers.sequence) is missing, so the restore did not finish")
            }
            let (given, stored) = try rows.numbers(numbers)
            guard given < stored else { continue }
            guard repairs else {
                throw ServicesError(
                    .backup, field: name,
                    reason: """
                        the sequence \(numbers.sequence) is at \(given), and \(numbers.table).\(numbers.column) has \(stored): \
                        numbers would be used twice, so set it with --repair before the servers start
                        """)
            }
            try rows.repair(numbers)
            repaired.append(numbers.sequence)
        }
        return repaired
    }
}
