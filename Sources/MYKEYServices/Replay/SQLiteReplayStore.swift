import GRDB
import Synchronization

/// Keeps the memory in SQLite: a file that outlives the process and that several processes may share, or memory for tests.
public final class SQLiteReplayStore: Sendable {
    /// How long a browser can ask for the outcome of its login, in seconds.
    static let outcomeMemory: Int64 = 600
    /// How many wrong codes end a login.
    static let wrongCodes = 5
    private let database: Mutex<(any DatabaseWriter)?>
    /// The bound users that count; `nil` for all that the file holds.
    let bound: Mutex<Set<ExactText>?>
    private let field: String

    /// Opens or makes a database file.
    /// - Parameters:
    ///   - path: the file.
    ///   - usesStoredBindings: whether users count that were bound before it was opened. Without, those count that are bound from now on;
    ///     the others stay in the file. Defaults to true.
    /// - Throws: ``MYKEYServicesError`` with code `database`, `databaseTooNew` or `databaseTooOld`. A file that is damaged is left as it is.
    public convenience init(path: String, usesStoredBindings: Bool = true) throws(MYKEYServicesError) {
        try self.init(path: path, usesStoredBindings: usesStoredBindings, trace: nil)
    }

    /// - Parameter trace: hears every statement, its arguments left out.
    convenience init(
        path: String, usesStoredBindings: Bool = true, trace: (@Sendable (String) -> Void)?
    ) throws(MYKEYServicesError) {
        try PrivateFile.make(at: path)
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
            // GRDB sets NORMAL when it turns WAL on, hence after opening. What was answered must survive a power cut.
            try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
            return pool
        }
    }

    /// A store that is gone with the process. Replays are then possible after a restart, within the window.
    public static func inMemory() throws(MYKEYServicesError) -> SQLiteReplayStore {
        try SQLiteReplayStore(field: "memory", usesStoredBindings: true) { try DatabaseQueue() }
    }

    private init(field: String, usesStoredBindings: Bool, open: () throws -> any DatabaseWriter) throws(MYKEYServicesError) {
        self.field = field
        bound = Mutex(usesStoredBindings ? nil : [])
        do {
            let database = try open()
            let migrator = ReplayTables.migrator
            let written = try database.read { db in try migrator.appliedIdentifiers(db) }
            guard written.isSubset(of: migrator.migrations) else {
                // Every release knows the first version of its tables.
                guard written.isDisjoint(with: migrator.migrations) else {
                    throw MYKEYServicesError(.databaseTooNew, field: field, reason: "a newer version of Herald wrote this database")
                }
                throw MYKEYServicesError(
                    .databaseTooOld, field: field,
                    reason: "a version of Herald from before the first release wrote this database; it was left as it is")
            }
            try migrator.migrate(database)
            self.database = Mutex(database)
        } catch {
            throw Self.error(error, field: field)
        }
    }

    /// Ends the use of the file: the connection closes when the calls that are on their way have ended, later ones throw.
    public func close() { database.withLock { $0 = nil } }

    /// GRDB must not be called once it has closed a connection, hence a connection is let go of, not closed.
    private func connection() throws -> any DatabaseWriter {
        guard let connection = database.withLock({ $0 }) else {
            throw MYKEYServicesError(.database, field: field, reason: "the store has been closed")
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

    /// One transaction that locks out other writers from its first statement on.
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
        // The message may quote values of a statement; the code does not.
        case let error as DatabaseError:
            MYKEYServicesError(.database, field: field, reason: "the database refused (\(error.resultCode.description))")
        case is CancellationError:
            MYKEYServicesError(.database, field: field, reason: "the work was cancelled")
        default:
            MYKEYServicesError(.database, field: field, reason: "a stored value cannot be read")
        }
    }
}
