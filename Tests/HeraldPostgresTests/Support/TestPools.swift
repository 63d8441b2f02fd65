import Foundation
import HeraldLocks
import TestSupport

@testable import HeraldPostgres

/// Returns a configuration with a schema of its own in the shared server.
func configuration(
    _ server: PostgresServer? = nil, url: String? = nil, schema: String? = nil,
    _ change: (inout PostgresLimits) -> Void = { _ in }
) async throws -> PostgresConfiguration {
    var address = url
    if address == nil {
        let shared = try await PostgresServer.shared.value
        address = (server ?? shared).url()
    }
    var configuration = try PostgresConfiguration(
        PostgresURL(address ?? ""), schema: schema ?? newSchema())
    configuration.limits.lengthen()
    change(&configuration.limits)
    return configuration
}

/// Returns a schema's name that no other test has.
private func newSchema() -> String { "t_\(UUID().uuidString.lowercased().replacing("-", with: ""))" }

/// Runs a test with a pool whose schema has been migrated, and closes the pool.
func withPool<T: Sendable>(
    _ server: PostgresServer? = nil, url: String? = nil, schema: String? = nil, tables: String? = nil,
    _ change: (inout PostgresLimits) -> Void = { _ in }, _ body: (PostgresPool) async throws -> T
) async throws -> T {
    let schema = schema ?? newSchema()
    // The short times of a test do not apply to the migration, which a busy machine may delay.
    let migrating = try await PostgresPool(configuration(server, url: url, schema: schema))
    do {
        try await PostgresMigrations(tables.map { [PostgresMigration("tables", $0)] } ?? []).run(on: migrating)
        await migrating.close()
    } catch {
        await migrating.close()
        throw error
    }
    let pool = try await PostgresPool(configuration(server, url: url, schema: schema, change))
    do {
        let result = try await body(pool)
        await pool.close()
        return result
    } catch {
        await pool.close()
        throw error
    }
}

extension PostgresLimits {
    /// Sets the times that a busy machine may exceed, so that none of them passes during a test.
    fileprivate mutating func lengthen() {
        (leaseTime, openTime, statementTime) = (TestDeadline.time, TestDeadline.time, TestDeadline.time)
        (answerTime, cancelTime, idleTransactionTime) = (TestDeadline.beyond, TestDeadline.time, TestDeadline.beyond)
    }
}

/// Opens a connection of a pool whose short times may pass on a busy machine. The connection is free afterwards.
func connect(_ pool: PostgresPool) async throws {
    while await kind(of: { try await pool.read("SELECT 1") }) != nil { try Task.checkCancellation() }
}

/// Returns the kind of the PostgreSQL error that a body throws after the pool has tried to connect. The body is repeated if the time for a connection
/// passed before an attempt ended, as on a busy machine.
func kindOfAttempt(_ body: () async throws -> some Any) async throws -> PostgresError.Kind? {
    while true {
        let kind = await kind(of: body)
        if kind != .poolExhausted { return kind }
        try Task.checkCancellation()
    }
}

/// Returns the kind of the PostgreSQL error that a body throws.
func kind(of body: () async throws -> some Any) async -> PostgresError.Kind? {
    (await failure(of: body) as? PostgresError)?.kind
}

/// Something that tasks wait for until it has happened, once for all.
final class Moment: Sendable {
    private let waiters = Mutex<WaiterQueue<Void>?>(WaiterQueue())

    func happen() {
        let waiting = waiters.withLock { waiters in
            defer { waiters = nil }
            return waiters?.popAll() ?? []
        }
        for waiter in waiting { waiter.resume() }
    }

    func wait() async { await waiters.withLock { $0?.add() }?.wait() }
}

/// Returns when the server has a statement waiting that contains a text, as other connections see it.
func seen(_ text: String, on pool: PostgresPool) async throws {
    while try await pool.read(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE $1::text",
        ["%\(text)%"]
    ).isEmpty { await Task.yield() }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }

    @discardableResult
    func change<T: Sendable>(_ body: (inout Value) -> T) -> T {
        state.withLock { value in
            let result = body(&value)
            return result
        }
    }
}
