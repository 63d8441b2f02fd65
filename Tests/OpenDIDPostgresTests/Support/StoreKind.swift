import HeraldPeer
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

/// The databases that pass the shared tests.
enum StoreKind: String, CaseIterable, Sendable {
    /// SQLite in memory, which has one connection.
    case sqlite
    /// SQLite in a file.
    case file
    case postgres

    /// The databases that this machine can open: PostgreSQL only if its server is installed.
    static var allCases: [StoreKind] {
        PostgresServer.programs == nil ? [.sqlite, .file] : [.sqlite, .file, .postgres]
    }

    /// Creates an empty database of its own, with all tables.
    func make() async throws -> any ServiceDatabase {
        switch self {
        case .sqlite: return try SQLiteDatabase(.memory, migrations: SQLiteSchema.migrations)
        case .file:
            let folder = try TemporaryFolder()
            let database = try SQLiteDatabase(.directory(folder.url), migrations: SQLiteSchema.migrations)
            return FileDatabase(database: database, folder: folder)
        case .postgres: return try await PostgresDatabase.open(testConfiguration())
        }
    }
}

/// A database whose folder is deleted with it.
private struct FileDatabase: ServiceDatabase {
    let database: SQLiteDatabase
    let folder: TemporaryFolder

    func read<T: Sendable>(_ body: @escaping @Sendable (any ServiceRows) throws -> T) async throws -> T {
        try await database.read(body)
    }

    func write<T: Sendable>(
        durability: GroupCommitWriter.Durability, _ body: @escaping @Sendable (any ServiceRows) throws -> T
    ) async throws -> T {
        try await database.write(durability: durability, body)
    }

    var families: [MetricFamily] { database.families }

    func check() async throws { try await database.check() }

    func close() async { await database.close() }
}
