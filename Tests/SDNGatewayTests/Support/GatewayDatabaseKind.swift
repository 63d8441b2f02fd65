import Foundation
import HeraldPeer
import HeraldPostgres
import SDNWire
import Synchronization
import TestSupport

@testable import SDNGateway

/// The databases that pass the shared tests.
enum GatewayDatabaseKind: String, CaseIterable, Sendable {
    /// SQLite in memory, which has one connection.
    case memory
    /// SQLite in a file.
    case file
    case postgres

    /// The databases that this machine can open: PostgreSQL only if its server is installed.
    static var allCases: [GatewayDatabaseKind] {
        PostgresServer.programs == nil ? [.memory, .file] : [.memory, .file, .postgres]
    }

    /// Creates an empty database of its own, with all tables.
    /// - Parameter clock: a clock of the test. Defaults to the database's own.
    func make(clock: StoppedClock<Timestamp>? = nil) async throws -> TestDatabase {
        let system: @Sendable () -> Timestamp = {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        }
        switch self {
        case .memory:
            return TestDatabase(try SQLiteGatewayDatabase(path: nil, clock: clock?.read ?? system), folder: nil)
        case .file:
            let folder = try TemporaryFolder()
            return TestDatabase(
                try SQLiteGatewayDatabase(path: folder.path("gateway.sqlite"), clock: clock?.read ?? system),
                folder: folder)
        case .postgres:
            return TestDatabase(
                try await PostgresGatewayDatabase.open(Self.configuration(), clock: clock?.read), folder: nil)
        }
    }

    /// Returns the configuration of a database that uses a schema of its own.
    /// - Parameters:
    ///   - url: the address of a server. Defaults to the server that all tests share.
    ///   - schema: defaults to a new one.
    static func configuration(url: String? = nil, schema: String? = nil) async throws -> PostgresConfiguration {
        let address = if let url { url } else { try await PostgresServer.shared.value.url() }
        var configuration = try PostgresConfiguration(
            PostgresURL(address),
            schema: schema ?? "t_\(UUID().uuidString.lowercased().replacing("-", with: ""))")
        // Many tests run at once, each with a pool of its own.
        configuration.limits.connections = 3
        // A busy machine may exceed the defaults.
        configuration.limits.leaseTime = TestDeadline.time
        configuration.limits.openTime = TestDeadline.time
        configuration.limits.statementTime = TestDeadline.time
        configuration.limits.answerTime = TestDeadline.beyond
        configuration.limits.cancelTime = TestDeadline.time
        configuration.limits.idleTransactionTime = TestDeadline.beyond
        return configuration
    }
}

/// A database whose folder is deleted with it.
final class TestDatabase: GatewayDatabase {
    private let inside: any GatewayDatabase
    private let folder: TemporaryFolder?
    private let isSilent = Mutex(false)

    init(_ inside: any GatewayDatabase, folder: TemporaryFolder?) {
        self.inside = inside
        self.folder = folder
    }

    /// Lets the database answer nothing, or lets it answer again.
    func silence(_ silent: Bool = true) { isSilent.withLock { $0 = silent } }

    private func requireAnswer() throws {
        if isSilent.withLock({ $0 }) { throw GatewayDatabaseError(isTemporary: true, reason: "switched off") }
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws -> T {
        try requireAnswer()
        return try await inside.read(body)
    }

    func write<T: Sendable>(waitsForDisk: Bool, _ body: @escaping @Sendable (any GatewayRows) throws -> T) async throws
        -> T
    {
        try requireAnswer()
        return try await inside.write(waitsForDisk: waitsForDisk, body)
    }

    var metrics: [MetricFamily] { inside.metrics }

    func check() async throws { try await inside.check() }
    func close() async { await inside.close() }
}

/// Returns the code of the error of Matrix that a body throws; `nil` if it throws none.
func code(_ body: () async throws -> Void) async -> MatrixError.Code? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? MatrixError)?.code ?? (error as? GatewayFailure)?.error.code
    }
}

/// Runs a body several times at once, and returns the results in no particular order.
/// - Parameter body: receives a number from 0.
func atOnce<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) async -> T) async -> [T] {
    await withTaskGroup(of: T.self) { group in
        for number in 0..<count { group.addTask { await body(number) } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}
