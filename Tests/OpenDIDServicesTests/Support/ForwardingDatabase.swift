import HeraldPeer

@testable import OpenDIDServices

/// A database that passes everything on to another one, except for what a test's type does in its own way.
protocol ForwardingDatabase: ServiceDatabase {
    var database: SQLiteDatabase { get }
}

extension ForwardingDatabase {
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
