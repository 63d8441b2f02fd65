import Foundation
import TestSupport
import Testing

@testable import HeraldPostgres

@Suite("A transaction in PostgreSQL", .enabled(if: PostgresServer.programs != nil)) struct PostgresTransactionTests {
    private struct Refusal: Error {}
    private let accounts =
        "CREATE TABLE account (id bigint PRIMARY KEY, amount bigint NOT NULL); INSERT INTO account VALUES (1, 50), (2, 50)"

    @Test("changes everything or nothing")
    func allOrNothing() async throws {
        try await withPool(tables: accounts) { pool async throws in
            let error = await failure {
                try await pool.transaction { transaction in
                    try await transaction.execute("UPDATE account SET amount = 0")
                    throw Refusal()
                }
            }
            #expect(error is Refusal)
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 100)
            try await pool.transaction { try await $0.execute("UPDATE account SET amount = 1") }
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 2)
        }
    }

    @Test(
        "transactions that conflict are repeated until each has had its effect",
        arguments: [
            PostgresTransaction.Isolation.serializable, .repeatableRead,
        ])
    func repetition(isolation: PostgresTransaction.Isolation) async throws {
        try await withPool(tables: accounts) {
            ($0.attempts, $0.connections) = (100, 6)
        } _: { pool async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await pool.transaction(isolation: isolation) { transaction in
                            let amount: Int = try await transaction.rows("SELECT amount FROM account WHERE id = 1")[0]
                                .get(0)
                            try await transaction.execute("UPDATE account SET amount = $1 WHERE id = 1", [amount + 1])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await pool.read("SELECT amount FROM account WHERE id = 1").first?.get(0) == 90)
        }
    }

    @Test("a serializable transaction never relies on what another one changes")
    func writeSkew() async throws {
        try await withPool(tables: accounts) { pool async throws in
            // Each takes 80 if both accounts together have them.
            await withTaskGroup(of: Void.self) { group in
                for id in 1...2 {
                    group.addTask {
                        _ = try? await pool.transaction { transaction in
                            let sum: Int = try await transaction.rows("SELECT sum(amount)::bigint FROM account")[0].get(
                                0)
                            guard sum >= 80 else { throw Refusal() }
                            try await transaction.execute("UPDATE account SET amount = amount - 80 WHERE id = $1", [id])
                        }
                    }
                }
            }
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 20)
        }
    }

    @Test("is not repeated without end, and a conflict that the body answers with its own error counts")
    func boundedRepetition() async throws {
        try await withPool(tables: accounts) {
            $0.attempts = 3
        } _: { pool async throws in
            let runs = Shared(0)
            let error = await kind {
                try await pool.transaction(isolation: .repeatableRead) { transaction in
                    runs.change { $0 += 1 }
                    _ = try await transaction.first("SELECT 1 FROM account")
                    try await pool.write("UPDATE account SET amount = amount + 1")
                    do {
                        try await transaction.execute("UPDATE account SET amount = 0")
                    } catch { throw Refusal() }
                }
            }
            #expect(error == .serializationFailure)
            #expect(runs.value == 3)
            #expect(pool.counters.repeated == 2)
        }
    }

    @Test("two transactions that wait for each other both end")
    func deadlock() async throws {
        try await withPool(tables: accounts) { pool async throws in
            let first = Moment(), second = Moment()
            async let one: Void = pool.transaction(isolation: .readCommitted) { transaction in
                try await transaction.execute("UPDATE account SET amount = amount + 1 WHERE id = 1")
                first.happen()
                await second.wait()
                try await transaction.execute("UPDATE account SET amount = amount + 1 WHERE id = 2")
            }
            async let two: Void = pool.transaction(isolation: .readCommitted) { transaction in
                try await transaction.execute("UPDATE account SET amount = amount + 1 WHERE id = 2")
                second.happen()
                await first.wait()
                try await transaction.execute("UPDATE account SET amount = amount + 1 WHERE id = 1")
            }
            _ = try await (one, two)
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 104)
            #expect(pool.counters.repeated == 1)
        }
    }

    @Test("a swallowed error does not pass as a commit")
    func swallowedError() async throws {
        try await withPool(tables: accounts) { pool async throws in
            let error = await kind {
                try await pool.transaction { transaction in
                    try await transaction.execute("UPDATE account SET amount = 0")
                    _ = try? await transaction.execute("INSERT INTO account VALUES (1, 1)")
                }
            }
            #expect(error == .uniqueViolation)
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 100)
        }
    }

    @Test("a transaction that reads only writes nothing, and sees one snapshot")
    func readOnly() async throws {
        try await withPool(tables: accounts) { pool async throws in
            let write = await kind {
                try await pool.transaction(readOnly: true) { try await $0.execute("UPDATE account SET amount = 0") }
            }
            #expect(write == .readOnly)
            let sums = try await pool.transaction(isolation: .repeatableRead, readOnly: true) { transaction in
                let before: Int = try await transaction.rows("SELECT sum(amount)::bigint FROM account")[0].get(0)
                try await pool.write("UPDATE account SET amount = 0")
                return [before, try await transaction.rows("SELECT sum(amount)::bigint FROM account")[0].get(0)]
            }
            #expect(sums == [100, 100])
        }
    }

    @Test("a transaction that has ended refuses statements, and its connection is free for others")
    func ended() async throws {
        try await withPool(tables: accounts) {
            $0.connections = 1
        } _: { pool async throws in
            let kept = Shared<PostgresTransaction?>(nil)
            try await pool.transaction { transaction in kept.change { $0 = transaction } }
            let late = try #require(kept.value)
            #expect(await kind { try await late.execute("UPDATE account SET amount = 0") } == .closed)
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 100)
        }
    }

    @Test("a cancelled task undoes its transaction")
    func cancellation() async throws {
        try await withPool(tables: accounts) { pool async throws in
            let task = Task {
                try await pool.transaction { transaction in
                    try await transaction.execute("UPDATE account SET amount = 0")
                    try await transaction.execute("SELECT pg_sleep(61)")
                }
            }
            try await seen("pg_sleep(61)", on: pool)
            task.cancel()
            #expect(await failure { try await task.value } is CancellationError)
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 100)
        }
    }

    @Test("a named lock has one holder at a time, over several pools")
    func locks() async throws {
        try await withPool { one async throws in
            try await withPool { two async throws in
                let holders = Shared(0), most = Shared(0)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for pool in [one, two, one, two, one, two] {
                        group.addTask {
                            try await pool.transaction(isolation: .readCommitted) { transaction in
                                try await transaction.lock("issuer/user/4711")
                                holders.change { $0 += 1 }
                                most.change { $0 = max($0, holders.value) }
                                try await transaction.execute("SELECT 1")
                                holders.change { $0 -= 1 }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(most.value == 1)
            }
        }
    }

    @Test("a synchronous body has the same effects, and is repeated and cancelled like an asynchronous one")
    func blocking() async throws {
        try await withPool(tables: accounts) {
            ($0.connections, $0.attempts) = (4, 100)
        } _: { pool async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await pool.transaction(
                            isolation: .repeatableRead,
                            blocking: {
                                transaction in
                                let amount: Int = try transaction.rows("SELECT amount FROM account WHERE id = 1")[0]
                                    .get(0)
                                try transaction.execute("UPDATE account SET amount = $1 WHERE id = 1", [amount + 1])
                            })
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await pool.read("SELECT amount FROM account WHERE id = 1").first?.get(0) == 70)
            let refused = await failure {
                try await pool.transaction(blocking: { transaction in
                    try transaction.execute("UPDATE account SET amount = 0")
                    throw Refusal()
                })
            }
            #expect(refused is Refusal)
            let task = Task {
                try await pool.transaction(blocking: { transaction in
                    try transaction.execute("UPDATE account SET amount = 0")
                    try transaction.execute("SELECT pg_sleep(62)")
                })
            }
            try await seen("pg_sleep(62)", on: pool)
            task.cancel()
            #expect(await failure { try await task.value } is CancellationError)
            #expect(try await pool.read("SELECT sum(amount)::bigint FROM account").first?.get(0) == 120)
        }
    }
}
