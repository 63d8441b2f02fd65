import Foundation
import HeraldPeer
import HeraldPostgres
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

@Suite(
    "The services' database in PostgreSQL", .enabled(if: PostgresServer.programs != nil), .timeLimit(.minutes(10)))
struct PostgresDatabaseTests {
    private static let tables = [
        PostgresMigration("tables", "CREATE TABLE t (id bigint PRIMARY KEY, n bigint NOT NULL)")
    ]

    private func database(
        url: String? = nil, _ change: (inout PostgresConfiguration) -> Void = { _ in }
    ) async throws -> PostgresDatabase {
        var configuration = try await testConfiguration(url: url)
        change(&configuration)
        return try await PostgresDatabase.open(configuration, migrations: Self.tables)
    }

    /// Opens a database whose time for a connection is short. On a busy machine it may pass while the server runs, too.
    private func shortWaitDatabase(url: String) async throws -> PostgresDatabase {
        while true {
            do {
                return try await database(url: url) { $0.limits.leaseTime = .seconds(10) }
            } catch let error as ServicesError where error.code == .databaseUnreachable {
                try Task.checkCancellation()
            }
        }
    }

    @Test("a read sees one state, although others write meanwhile")
    func snapshot() async throws {
        let database = try await database()
        try await database.write { try $0.set(1, to: 10) }
        let begun = DispatchSemaphore(value: 0), written = DispatchSemaphore(value: 0)
        async let read = database.read { rows in
            let before = try rows.number(1)
            begun.signal()
            written.wait()
            return [before, try rows.number(1)]
        }
        try await PostgresServer.onThread { begun.wait() }
        try await database.write { try $0.set(1, to: 20) }
        written.signal()
        #expect(try await read == [10, 10])
        #expect(try await database.read { try $0.number(1) } == 20)
    }

    @Test("a read cannot write")
    func readOnly() async throws {
        let database = try await database()
        let error = await failure { try await database.read { try $0.set(1, to: 10) } } as? ServiceDatabaseError
        #expect(error != nil)
        #expect(try await database.read { try $0.number(1) } == nil)
    }

    @Test("a write that throws changes nothing, and its error is the caller's", arguments: [true, false])
    func undone(isAfterStatement: Bool) async throws {
        let database = try await database()
        let refusal = ServiceError(TASError.userExists)
        let error = await failure {
            try await database.write { rows in
                if isAfterStatement { try rows.set(1, to: 10) }
                throw refusal
            }
        }
        #expect(error as? ServiceError == refusal)
        #expect(try await database.read { try $0.number(1) } == nil)
    }

    @Test("writes that conflict run again, so that no change is lost", arguments: [true, false])
    func repeated(waitsForDisk: Bool) async throws {
        let database = try await database { $0.limits.attempts = 100 }
        try await database.write { try $0.set(1, to: 0) }
        let runs = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try await database.write(durability: waitsForDisk ? .power : .process) { rows in
                        runs.add()
                        try rows.set(1, to: try rows.number(1).map { $0 + 1 } ?? -1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await database.read { try $0.number(1) } == 16)
        #expect(runs.count >= 16)
    }

    @Test("a write that has returned survives a crash of PostgreSQL, even if it need not survive a power cut")
    func crash() async throws {
        let server = try await PostgresServer.make()
        let database = try await database(url: server.url())
        try await database.write(durability: .process) { try $0.set(1, to: 10) }
        try await PostgresServer.onThread { try server.kill() }
        try await PostgresServer.onThread { try server.start() }
        var number: Int?
        while number == nil {
            try Task.checkCancellation()
            number = try? await database.read { try $0.number(1) }
        }
        #expect(number == 10)
    }

    @Test("two writes that each see what the other one changes have the result of one after the other")
    func serializable() async throws {
        let database = try await database()
        // Each adds a row if there is none of the other's.
        @Sendable func add(_ own: Int, unless other: Int) async throws {
            try await database.write { rows in
                if try rows.number(other) == nil { try rows.set(own, to: 1) }
            }
        }
        for round in 0..<8 {
            let (first, second) = (2 * round, 2 * round + 1)
            async let one: Void = add(first, unless: second)
            async let other: Void = add(second, unless: first)
            _ = try await (one, other)
            let rows = try await database.read { [try $0.number(first), try $0.number(second)] }
            #expect(rows.compactMap(\.self).count == 1)
        }
    }

    @Test("a sweep and a write do not conflict, although each reads what the other one changes")
    func sweep() async throws {
        let database = try await database()
        try await database.write { try $0.set(1, to: 10) }
        let runs = Tally()
        let begun = DispatchSemaphore(value: 0), written = DispatchSemaphore(value: 0)
        async let deleted = database.sweep { rows in
            runs.add()
            let other = try rows.number(2)
            try rows.execute("DELETE FROM t WHERE id = 1")
            begun.signal()
            if runs.count < 3 { written.wait() }
            return other
        }
        try await PostgresServer.onThread { begun.wait() }
        let seen = try await database.write { rows in
            runs.add()
            let seen = try rows.number(1)
            try rows.set(2, to: 20)
            return seen
        }
        written.signal()
        #expect(try await deleted == nil && seen == 10 && runs.count == 2)
        #expect(try await database.read { [try $0.number(1), try $0.number(2)] } == [nil, 20])
    }

    @Test("a constraint and a text that cannot be stored are errors of their kind, without values")
    func constraints() async throws {
        let database = try await database()
        let twice = await failure {
            try await database.write { rows in
                try rows.execute("INSERT INTO t VALUES ($1, 4711)", [1])
                try rows.execute("INSERT INTO t VALUES ($1, 4711)", [1])
            }
        }
        #expect((twice as? ServiceDatabaseError)?.kind == .constraint)
        let zero = await failure { try await database.write { try $0.execute("SELECT $1::text", ["4711\0"]) } }
        #expect((zero as? ServiceDatabaseError)?.kind == .unstorableText)
        #expect(!"\(twice as Any)\(zero as Any)".contains("4711"))
    }

    @Test("a write whose connection ends is a temporary error, and the next one gets another connection")
    func connectionLost() async throws {
        let database = try await database()
        try await database.write { try $0.set(1, to: 10) }
        let outage = TemporaryOutage()
        let error = await TemporaryOutage.$current.withValue(outage) {
            await failure {
                try await database.write { rows in
                    try rows.set(1, to: 20)
                    try rows.execute("SELECT pg_terminate_backend(pg_backend_pid())")
                }
            }
        }
        #expect((error as? ServiceDatabaseError)?.retryAfter == .seconds(5))
        #expect(outage.retryAfter == .seconds(5))
        #expect(try await database.read { try $0.number(1) } == 10)
        try await database.write { try $0.set(1, to: 30) }
        #expect(try await database.read { try $0.number(1) } == 30)
    }

    @Test("a read whose connection ends is tried again")
    func readAgain() async throws {
        let database = try await database()
        let runs = Tally()
        let number = try await database.read { rows in
            runs.add()
            if runs.count == 1 {
                try rows.execute("SELECT pg_terminate_backend(pg_backend_pid())")
            }
            return try rows.number(1)
        }
        #expect(number == nil && runs.count == 2)
    }

    @Test("while the server is down, requests fail with a temporary error; afterwards they succeed")
    func serverDown() async throws {
        let server = try await PostgresServer.make()
        let database = try await shortWaitDatabase(url: server.url())
        while await failure(of: { try await database.write { try $0.set(1, to: 10) } }) != nil {
            try Task.checkCancellation()
        }
        try await PostgresServer.onThread { try server.kill() }
        let error = await failure { try await database.write { try $0.set(1, to: 20) } }
        #expect((error as? ServiceDatabaseError)?.retryAfter != nil, "\(error as Any)")
        try await PostgresServer.onThread { try server.start() }
        var number: Int?
        while number == nil {
            try Task.checkCancellation()
            number = try? await database.read { try $0.number(1) }
        }
        #expect(number == 10)
    }

    @Test("a closed database refuses reads and writes as a server that stops")
    func closed() async throws {
        let database = try await database()
        await database.close()
        for error in [
            await failure { try await database.read { try $0.number(1) } },
            await failure { try await database.write { try $0.set(1, to: 1) } },
        ] { #expect((error as? ServicesError)?.code == .stopped) }
    }
}

extension ServiceRows {
    /// Executes a statement.
    @discardableResult
    fileprivate func execute(_ statement: String, _ values: [any PostgresParameter] = []) throws -> PostgresResult {
        try #require(self as? PostgresRows).transaction.execute(statement, values)
    }

    fileprivate func set(_ id: Int, to number: Int) throws {
        try execute(
            "INSERT INTO t VALUES ($1::bigint, $2::bigint) ON CONFLICT (id) DO UPDATE SET n = excluded.n", [id, number])
    }

    fileprivate func number(_ id: Int) throws -> Int? {
        try execute("SELECT n FROM t WHERE id = $1", [id]).rows.first?.get(0)
    }
}
