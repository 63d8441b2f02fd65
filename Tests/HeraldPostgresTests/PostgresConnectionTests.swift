import Foundation
import HeraldLocks
import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("A connection to PostgreSQL", .enabled(if: PostgresServer.programs != nil)) struct PostgresConnectionTests {
    @Test("values come back as they were sent")
    func values() async throws {
        try await withPool(tables: "CREATE TABLE v (b boolean, i bigint, s smallint, n integer, t text, y bytea)") {
            pool async throws in
            let text = "ä' \"; -- \u{1F600}", bytes = (0...255).map { UInt8($0) }
            try await pool.write(
                "INSERT INTO v VALUES ($1, $2, $3, $4, $5, $6)", [true, Int64.min, -1, 70_000, text, bytes])
            try await pool.write(
                "INSERT INTO v VALUES ($1, $2, $3, $4, $5, $6)",
                [false, Int64.max, 0, 0, String?.none, [UInt8]()])
            let rows = try await pool.read("SELECT b, i, s, n, t, y FROM v ORDER BY i")
            #expect(
                rows.map(\.values) == [
                    [.bool(true), .int(.min), .int(-1), .int(70_000), .text(text), .bytes(bytes)],
                    [.bool(false), .int(.max), .int(0), .int(0), .null, .bytes([])],
                ])
            #expect(try rows[1].get(4, as: String?.self) == nil)
            #expect(throws: PostgresError.self) { try rows[1].get(4, as: String.self) }
            #expect(throws: PostgresError.self) { try rows[0].get(9, as: String.self) }
            #expect(try await pool.write("UPDATE v SET n = 1").changes == 2)
        }
    }

    @Test("a text that PostgreSQL cannot store, and a type that is not read, are refused")
    func unsupported() async throws {
        try await withPool { pool async throws in
            #expect(await kind { try await pool.read("SELECT $1::text", ["a\0b"]) } == .invalidValue)
            #expect(await kind { try await pool.read("SELECT now()") } == .invalidValue)
            #expect(await kind { try await pool.read("COPY pg_class TO STDOUT") } == .invalidStatement)
            #expect(try await pool.read("SELECT 1").first?.get(0) == 1)
        }
    }

    @Test(
        "an error has its kind and its constraint, and no value",
        arguments: [
            ("INSERT INTO t VALUES (1, $1)", PostgresError.Kind.uniqueViolation, "t_pkey"),
            ("INSERT INTO t VALUES (2, NULL), (2, $1)", .constraintViolation, "name"),
            ("INSERT INTO t VALUES (-1, $1)", .constraintViolation, "t_id_check"),
            ("INSERT INTO t VALUES (($1::text)::bigint, 'x')", .invalidValue, nil),
            ("SELECT * FROM missing WHERE x = $1", .undefinedTable, nil),
            ("SELEC $1", .invalidStatement, nil), ("SELECT nothing($1)", .invalidStatement, nil),
            ("SELECT pg_read_file($1)", .permissionDenied, nil),
            ("SELECT 1 / (length($1::text) - length($1::text))", .invalidValue, nil),
        ] as [(String, PostgresError.Kind, String?)])
    func errors(sql: String, kind: PostgresError.Kind, field: String?) async throws {
        let tables =
            "CREATE TABLE t (id bigint PRIMARY KEY CHECK (id >= 0), name text NOT NULL); INSERT INTO t VALUES (1, 'a')"
        try await withPool(tables: tables) { pool async throws in
            let error =
                await failure {
                    try await pool.transaction { transaction in
                        if kind == .permissionDenied { try await transaction.execute("SET LOCAL ROLE pg_monitor") }
                        return try await transaction.rows(sql, ["topsecret"])
                    }
                } as? PostgresError
            #expect(error?.kind == kind)
            #expect(error?.field == field)
            #expect(error?.sqlState?.count == 5)
            #expect(error.map { !"\($0)".contains("topsecret") } == true)
            #expect(try await pool.read("SELECT count(*) FROM t").first?.get(0) == 1)
        }
    }

    @Test("a result above the limit of rows or bytes is refused, and the connection goes on")
    func limits() async throws {
        try await withPool {
            ($0.rows, $0.bytes, $0.connections) = (100, 10_000, 1)
        } _: { pool async throws in
            #expect(try await pool.read("SELECT i FROM generate_series(1, 100) i").count == 100)
            let rows = await kind { try await pool.read("SELECT generate_series(1, 100000000)") }
            #expect(rows == .resultTooLarge)
            let bytes = await kind { try await pool.read("SELECT repeat('x', 6000) FROM generate_series(1, 2) i") }
            #expect(bytes == .resultTooLarge)
            #expect(try await pool.read("SELECT 1").first?.get(0) == 1)
            #expect(pool.counters.opened == 1)
        }
    }

    @Test("a large value passes in both directions")
    func largeValues() async throws {
        try await withPool { pool async throws in
            let bytes = [UInt8](repeating: 7, count: 8 << 20)
            #expect(try await pool.read("SELECT $1::bytea", [bytes]).first?.get(0) == bytes)
        }
    }

    @Test("the cache of prepared statements is bounded")
    func statementCache() async throws {
        try await withPool {
            ($0.statements, $0.connections) = (3, 1)
        } _: { pool async throws in
            for round in 0..<3 {
                for number in 0..<5 {
                    #expect(try await pool.read("SELECT \(number)::bigint").first?.get(0) == number, "\(round)")
                }
            }
            let count = try await pool.withConnection { connection in
                try await connection.execute("SELECT count(*) FROM pg_prepared_statements").rows.first?.get(
                    0, as: Int.self)
            }
            #expect(count == 3)
        }
    }

    @Test("a cancelled task ends its statement, and the connection goes on")
    func cancellation() async throws {
        try await withPool {
            $0.connections = 2
        } _: { pool async throws in
            for _ in 0..<5 {
                let task = Task { try await pool.read("SELECT pg_sleep(64)") }
                try await seen("pg_sleep(64)", on: pool)
                task.cancel()
                let error = await failure { try await task.value }
                #expect(error is CancellationError, "\(String(describing: error))")
            }
            #expect(pool.counters.opened == 2)
            #expect(
                try await pool.read(
                    "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%sleep(64)%' AND state = 'active' AND pid <> pg_backend_pid()"
                ).isEmpty)
        }
    }

    @Test("a cancellation ends no statement of another task, and every task gets its own answer")
    func cancellationsUnderLoad() async throws {
        try await withPool {
            $0.connections = 4
        } _: { pool async throws in
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<600 {
                    group.addTask {
                        let task = Task {
                            try await pool.read("SELECT $1::bigint, pg_sleep(0.001)", [number])[0].get(0, as: Int.self)
                        }
                        let isCancelled = number % 3 == 0
                        // The cancellation meets the statement before, during and after its turn.
                        for _ in 0..<number % 50 { await Task.yield() }
                        if isCancelled { task.cancel() }
                        switch await task.result {
                        case .success(let answer): #expect(answer == number)
                        case .failure(let error): #expect(isCancelled && error is CancellationError, "\(error)")
                        }
                    }
                }
            }
            #expect(pool.counters.inUse == 0)
        }
    }

    @Test("a task that is cancelled before its turn sends nothing")
    func earlyCancellation() async throws {
        try await withPool(tables: "CREATE TABLE t (i bigint)") { pool async throws in
            let begun = Moment(), go = Moment()
            let task = Task {
                begun.happen()
                await go.wait()
                try await pool.write("INSERT INTO t VALUES (1)")
            }
            await begun.wait()
            task.cancel()
            go.happen()
            #expect(await failure { try await task.value } is CancellationError)
            #expect(try await pool.read("SELECT 1 FROM t").isEmpty)
        }
    }

    @Test("the server ends a statement that takes too long, and this process one that the server does not end")
    func timeouts() async throws {
        try await withPool {
            $0.statementTime = .milliseconds(50)
        } _: { pool async throws in
            #expect(await kind { try await pool.read("SELECT pg_sleep(63)") } == .timedOut)
        }
        try await withPool {
            ($0.statementTime, $0.connections) = (.seconds(3_600), 1)
        } _: { pool async throws in
            let error =
                await failure {
                    try await pool.withConnection {
                        try await $0.execute("SELECT pg_sleep(63)", time: .milliseconds(50))
                    }
                } as? PostgresError
            #expect(error?.kind == .timedOut)
            #expect(try await pool.read("SELECT 1").first?.get(0) == 1)
            #expect(pool.counters.opened == 1)
        }
    }

    @Test("waits with poll(2) as well as with epoll(7)")
    func pollers() async throws {
        let watch = try SocketWatch(#require(PollPoller()))
        let connection = try await PostgresConnection.open(configuration(), watch: watch)
        let bytes = [UInt8](repeating: 7, count: 4 << 20)
        #expect(try await connection.execute("SELECT $1::bytea", [bytes]).rows.first?.get(0) == bytes)
        let late = await kind { try await connection.execute("SELECT pg_sleep(63)", time: .milliseconds(20)) }
        #expect(late == .timedOut)
        #expect(try await connection.execute("SELECT 1").rows.first?.get(0) == 1)
    }

    @Test("statements of several tasks on one connection run one after another")
    func oneAtATime() async throws {
        try await withPool { pool async throws in
            try await pool.withConnection { connection in
                let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 1...50 {
                        group.addTask { try await connection.execute("SELECT $1::bigint", [number]).rows[0].get(0) }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(sum == 1_275)
            }
        }
    }
}
