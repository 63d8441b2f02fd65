import HeraldPostgres
import OpenDIDServices

/// The backup of a PostgreSQL database with PostgreSQL's own programs. This type says which commands to run, and checks their result.
package struct PostgresBackup: Sendable {
    /// The time that a statement may take, because a check reads all rows.
    private static let time = Duration.seconds(3_600)
    private let url: PostgresURL

    /// A command of a shell, without password.
    package struct Command: Sendable, Hashable {
        /// The command.
        package let text: String
        /// The schemas that it reads.
        package let schemas: [String]
        /// The major version of the server. PostgreSQL's programs must be of this version, or a newer one.
        package let serverVersion: Int
        /// True if the URL has a password, which the command does not have.
        package let needsPassword: Bool
    }

    /// Reads the address of a database.
    /// - Throws: `ServicesError` `configuration`, which contains no text of the URL.
    package init(_ url: String) throws(ServicesError) {
        do throws(PostgresError) {
            self.url = try PostgresURL(url)
        } catch {
            throw ServicesError(.configuration, field: ServicesError.databaseField, reason: ServicesError.text(error))
        }
    }

    /// Returns the command that makes a dump of the schemas of all roles in the database.
    /// - Throws: `ServicesError` if there is none, and if the database cannot be read.
    package func dumpCommand(to file: String) async throws -> Command {
        let (schemas, version) = try await schemas()
        guard !schemas.isEmpty else { throw noSchemas }
        return Command(
            text: BackupCommand.dump(schemas, of: url.keywordsAndValues, to: file), schemas: schemas,
            serverVersion: version, needsPassword: url.hasSecrets)
    }

    /// Returns the command that restores a dump into the database.
    /// - Throws: `ServicesError` if the database has a schema of OpenDID's servers, and if it cannot be read.
    package func restoreCommand(from file: String) async throws -> Command {
        let (schemas, version) = try await schemas()
        if let schema = schemas.first {
            throw ServicesError(
                .backup, field: schema,
                reason: "the database has this schema already, so restore into a new one (createdb)")
        }
        return Command(
            text: BackupCommand.restore(file, to: url.keywordsAndValues), schemas: [], serverVersion: version,
            needsPassword: url.hasSecrets)
    }

    /// Checks all schemas of a database that was restored from a dump, before its servers start.
    /// - Parameters:
    ///   - passphrase: the passphrase of the servers. If it is `nil`, keys are not checked.
    ///   - repairs: true to set sequences that are behind the numbers of their table.
    /// - Throws: `ServicesError` with the first fault.
    package func check(passphrase: ServiceSecret?, repairs: Bool) async throws -> [RestoredSchema] {
        let (schemas, _) = try await schemas()
        guard !schemas.isEmpty else { throw noSchemas }
        var restored: [RestoredSchema] = []
        for schema in schemas {
            restored.append(
                try await read(schema, readOnly: !repairs) { rows in
                    try RestoredSchema(schema, in: rows, passphrase: passphrase, repairs: repairs)
                })
        }
        return restored
    }

    private var noSchemas: ServicesError {
        ServicesError(
            .backup, field: ServicesError.databaseField,
            reason: "the database has no schema of OpenDID's servers, such as opendid_tas")
    }

    private func schemas() async throws -> (names: [String], serverVersion: Int) {
        // The catalogue is the same whatever schema is on the search path.
        try await read("opendid_tas", readOnly: true) { rows in (try rows.schemas(), try rows.serverVersion()) }
    }

    private func read<T: Sendable>(
        _ schema: String, readOnly: Bool, _ body: @escaping @Sendable (PostgresBackupRows) throws -> T
    ) async throws -> T {
        var configuration = try PostgresConfiguration(url, schema: schema)
        configuration.limits.connections = 1
        configuration.limits.statementTime = Self.time
        configuration.limits.answerTime = Self.time
        configuration.limits.idleTransactionTime = Self.time
        do {
            let pool = try PostgresPool(configuration)
            do {
                let result = try await pool.transaction(isolation: .repeatableRead, readOnly: readOnly) { transaction in
                    try body(PostgresBackupRows(transaction: transaction))
                }
                await pool.close()
                return result
            } catch {
                await pool.close()
                throw error
            }
        } catch let error as PostgresError {
            throw ServicesError(opening: configuration, error)
        }
    }
}
