import Foundation
import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("A pool of connections", .enabled(if: PostgresServer.programs != nil)) struct PostgresPoolTests {
    @Test("opens no more connections than its limit, and all tasks get one")
    func bounded() async throws {
        try await withPool {
            $0.connections = 3
        } _: { pool async throws in
            let now = Shared(0), most = Shared(0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<60 {
                    group.addTask {
                        try await pool.withConnection { connection in
                            now.change { $0 += 1 }
                            most.change { $0 = max($0, now.value) }
                            try await connection.execute("SELECT 1")
                            now.change { $0 -= 1 }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(most.value <= 3)
            #expect(pool.counters.opened <= 3)
            #expect(pool.counters.inUse == 0)
            #expect(pool.counters.waiting == 0)
        }
    }

    @Test("tasks get connections in the order of their arrival")
    func order() async throws {
        try await withPool {
            $0.connections = 1
        } _: { pool async throws in
            let order = Shared<[Int]>([])
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await pool.withConnection { _ in
                    for number in 0..<10 {
                        group.addTask { try await pool.withConnection { _ in order.change { $0.append(number) } } }
                        while pool.counters.waiting <= number { await Task.yield() }
                    }
                }
                try await group.waitForAll()
            }
            #expect(order.value == Array(0..<10))
        }
    }

    @Test("a task waits for a limited time, and only a limited number of tasks waits")
    func deadlines() async throws {
        try await withPool {
            ($0.connections, $0.leaseTime, $0.waiters) = (1, .seconds(5), 1)
        } _: { pool async throws in
            try await connect(pool)
            let refused = pool.counters.refused
            try await pool.withConnection { _ in
                async let first = kind { try await pool.read("SELECT 1") }
                while pool.counters.waiting == 0 { await Task.yield() }
                #expect(await kind { try await pool.read("SELECT 1") } == .poolExhausted)
                #expect(await first == .poolExhausted)
            }
            #expect(pool.counters.refused == refused + 2)
            #expect(try await pool.read("SELECT 1").count == 1)
        }
    }

    @Test("a cancelled task stops waiting, and its connection goes to the next one")
    func cancelledWaiter() async throws {
        try await withPool {
            $0.connections = 1
        } _: { pool async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await pool.withConnection { _ in
                    let cancelled = Task { try await pool.read("SELECT 1") }
                    while pool.counters.waiting == 0 { await Task.yield() }
                    group.addTask { _ = try await pool.read("SELECT 2") }
                    while pool.counters.waiting == 1 { await Task.yield() }
                    cancelled.cancel()
                    #expect(await failure { try await cancelled.value } is CancellationError)
                    #expect(pool.counters.waiting == 1)
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("replaces a connection that the server closed, without an error for the next task")
    func replacement() async throws {
        try await withPool {
            $0.connections = 1
        } _: { pool async throws in
            for _ in 0..<3 {
                let process: Int = try await pool.read("SELECT pg_backend_pid()")[0].get(0)
                try await withPool { other async throws in
                    _ = try await other.read("SELECT pg_terminate_backend($1, 10000)", [process])
                }
                #expect(try await pool.read("SELECT 1").count == 1)
                try await pool.transaction { try await $0.execute("SELECT 1") }
            }
            #expect(pool.counters.opened == 4)
        }
    }

    @Test("tries a connection that was unused for long, and replaces one that is old")
    func idleAndOld() async throws {
        try await withPool {
            ($0.connections, $0.idleTime) = (1, .zero)
        } _: { pool async throws in
            for _ in 0..<3 { #expect(try await pool.read("SELECT 1").count == 1) }
            #expect(pool.counters.opened == 1)
        }
        try await withPool {
            ($0.connections, $0.lifetime) = (1, .zero)
        } _: { pool async throws in
            let before = pool.counters.opened
            for _ in 0..<3 { #expect(try await pool.read("SELECT 1").count == 1) }
            #expect(pool.counters.opened == before + 3)
        }
    }

    @Test("a connection inside of an open transaction is not given to others")
    func openTransaction() async throws {
        try await withPool(tables: "CREATE TABLE t (i bigint)") {
            $0.connections = 1
        } _: { pool async throws in
            try await pool.withConnection { connection in
                try await connection.execute("BEGIN")
                try await connection.execute("INSERT INTO t VALUES (1)")
            }
            #expect(try await pool.read("SELECT 1 FROM t").isEmpty)
        }
    }

    @Test("a closed pool refuses tasks, also those that wait, and waits for connections in use")
    func closing() async throws {
        let pool = try await PostgresPool(configuration { $0.connections = 1 })
        let isClosed = Shared(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await pool.withConnection { connection in
                async let waiting = kind { try await pool.read("SELECT 1") }
                while pool.counters.waiting == 0 { await Task.yield() }
                group.addTask {
                    await pool.close()
                    isClosed.change { $0 = true }
                }
                #expect(await waiting == .closed)
                try await connection.execute("SELECT 1")
                #expect(!isClosed.value)
            }
            try await group.waitForAll()
        }
        #expect(await kind { try await pool.read("SELECT 1") } == .closed)
        #expect(pool.counters.idle + pool.counters.inUse == 0)
        await pool.close()
    }
}
