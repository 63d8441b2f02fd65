import GRDB
import Synchronization

/// A store in SQLite. It is a file that outlives the process and that several processes may share, or it is in memory for tests.
///
/// ```swift
/// let store = try SQLiteReplayStore(path: "logins.sqlite")
/// let service = CallbackService(rules: rules, keys: keys, store: store)
/// print(try await service.beginLogin().uuID)
/// ```
public final class SQLiteReplayStore: Sendable {
    /// The time during which a browser can ask for the result of its login.
    static let outcomeMemory: Duration = .seconds(600)
    /// The number of wrong codes after which a login is deleted.
    static let wrongCodes = 5
    private let database: Mutex<(any DatabaseWriter)?>
    /// The bound users that this store accepts. `nil` means all users that are bound in the file.
    let bound: Mutex<Set<ExactText>?>
    private let field: String

    /// Opens a database file, or creates it.
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - usesStoredBindings: true if the store accepts users that were bound in the file before. If it is false,
    ///     only users that are bound from now on are accepted. The rows of the others stay in the file. Defaults to
    ///     true.
    /// - Throws: ``MYKEYServicesError`` with code `database` or `databaseTooNew`. A damaged file is left unchanged.
    public convenience init(path: String, usesStoredBindings: Bool = true) throws(MYKEYServicesError) {
        try self.init(path: path, usesStoredBindings: usesStoredBindings, trace: nil)
    }

    /// Opens a store.
    /// - Parameter trace: receives every SQL statement without its arguments.
    convenience init(
        path: String, usesStoredBindings: Bool = true, trace: (@Sendable (String) -> Void)?
    ) throws(MYKEYServicesError) {
        try StoreFile.prepare(path)
        try self.init(field: path, usesStoredBindings: usesStoredBindings) {
            var configuration = Configuration()
            if let trace {
                configuration.prepareDatabase { db in
                    db.trace { event in
                        if case .statement(let statement) = event { trace(statement.sql) }
                    }
                }
            }
            configuration.busyMode = .timeout(10)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // With FULL, a confirmed write survives a loss of power. The value is set after the opening, because GRDB sets NORMAL when it
            // turns WAL on.
            try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }
    }

    /// Creates a store in memory, which is lost at the end of the process. After a restart, a login can therefore be replayed while its
    /// timestamp is still accepted.
    /// - Throws: ``MYKEYServicesError`` with code `database`.
    public static func inMemory() throws(MYKEYServicesError) -> SQLiteReplayStore {
        try SQLiteReplayStore(field: "memory", usesStoredBindings: true) { try DatabaseQueue() }
    }

    private init(field: String, usesStoredBindings: Bool, open: () throws -> any DatabaseWriter)
        throws(MYKEYServicesError)
    {
        self.field = field
        bound = Mutex(usesStoredBindings ? nil : [])
        do {
            let database = try open()
            let migrator = ReplayTables.migrator
            let written = try database.read { db in try migrator.appliedIdentifiers(db) }
            guard written.isSubset(of: migrator.migrations) else {
                // Every release contains the first migration. A database without any known migration is therefore from before the first
                // release, and any other database with unknown migrations is from a later release.
                guard written.isDisjoint(with: migrator.migrations) else {
                    throw MYKEYServicesError(
                        .databaseTooNew, field: field,
                        reason: "a newer version of Herald wrote this database, so use that version")
                }
                throw MYKEYServicesError(
                    .databaseTooOld, field: field,
                    reason:
                        "a version of Herald from before the first release wrote this database; it was not changed")
            }
            try migrator.migrate(database)
            self.database = Mutex(database)
        } catch {
            throw Self.error(error, field: field)
        }
    }

    /// Closes the store. The connection closes when the running calls have ended. Later calls throw.
    public func close() { database.withLock { $0 = nil } }

    /// Returns the connection. Closing the store only releases the connection, because GRDB must not be called after a connection was
    /// closed.
    private func connection() throws -> any DatabaseWriter {
        guard let connection = database.withLock({ $0 }) else {
            throw MYKEYServicesError(.database, field: field, reason: "the store was closed")
        }
        return connection
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(MYKEYServicesError) -> T {
        do {
            return try await connection().read(body)
        } catch {
            throw Self.error(error, field: field)
        }
    }

    /// Runs one transaction that blocks other writers from its first statement on.
    func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws(MYKEYServicesError) -> T {
        do {
            return try await connection().write(body)
        } catch {
            throw Self.error(error, field: field)
        }
    }

    private static func error(_ error: any Error, field: String) -> MYKEYServicesError {
        switch error {
        case let error as MYKEYServicesError: error
        // Only the code of the error is reported, because the message may quote values of a statement.
        case let error as DatabaseError:
            MYKEYServicesError(
                .database, field: field, reason: "the database refused (\(error.resultCode.description))")
        case is CancellationError:
            MYKEYServicesError(.database, field: field, reason: "the work was cancelled")
        default:
            MYKEYServicesError(.database, field: field, reason: "a stored value cannot be read")
        }
    }
}
