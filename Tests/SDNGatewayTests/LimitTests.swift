import Dispatch
import HeraldPostgres
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A gateway's rate limits and interactive authentications in the database", .timeLimit(.minutes(10)))
struct LimitTests {
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    private func limits(_ database: any GatewayDatabase) -> DatabaseLimits {
        var rates = GatewayRates.unlimited
        rates.loginPerAccount = GatewayRate(perSecond: 2, burst: 3)
        let start = ContinuousClock.now - .milliseconds(clock.now.milliseconds)
        return DatabaseLimits(database, rates: rates) { [clock] in start + .milliseconds(clock.now.milliseconds) }
    }

    @Test(
        "a burst is allowed, then the rate, and each subject counts alone", arguments: GatewayDatabaseKind.allCases)
    func rate(kind: GatewayDatabaseKind) async throws {
        let limits = limits(try await kind.make(clock: clock))
        let use = IdentityUse.challenge(remote: "192.0.2.1", account: "a")
        for _ in 0..<3 { try await limits.use(use) }
        let error = await #expect(throws: MatrixError.self) { try await limits.use(use) }
        #expect(error?.code == .limitExceeded && error?.retryAfter == .milliseconds(500))
        try await limits.use(.challenge(remote: "192.0.2.2", account: "a"))
        try await limits.use(.failure(account: "a"))
        clock.move { $0 + .milliseconds(500) }
        try await limits.use(use)
        #expect(await code { try await limits.use(use) } == .limitExceeded)
        clock.move { $0 + .seconds(10) }
        for _ in 0..<3 { try await limits.use(use) }
        #expect(await code { try await limits.use(use) } == .limitExceeded)
    }

    @Test("a limit that is not set counts nothing", arguments: GatewayDatabaseKind.allCases)
    func unlimited(kind: GatewayDatabaseKind) async throws {
        let limits = limits(try await kind.make(clock: clock))
        for _ in 0..<20 { try await limits.use(.newAccount(remote: "192.0.2.1")) }
    }

    @Test("simultaneous uses of several instances count", arguments: GatewayDatabaseKind.allCases)
    func atOnceOfSeveral(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock)
        let instances = [limits(database), limits(database)]
        let allowed = await atOnce(24) { number in
            (try? await instances[number % 2].use(.failure(account: "a"))) != nil
        }
        #expect(allowed.filter { $0 }.count == 3)
    }

    @Test("uses that no longer count limit nothing", arguments: GatewayDatabaseKind.allCases)
    func rested(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), limits = limits(database)
        for account in ["a", "b", "c"] { try await limits.use(.failure(account: account)) }
        clock.move { $0 + .seconds(10) }
        try await limits.use(.failure(account: "d"))
        let now = clock.now.milliseconds * 1_000
        let waits = try await database.write { rows in
            try (0..<4).map { _ in try rows.use("failure/a", interval: 1_000_000, tolerance: 3_000_000, now: now) }
        }
        #expect(waits == [nil, nil, nil, 1_000_000])
    }

    /// Holds a transaction open until it is opened.
    private final class Latch: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func open() { semaphore.signal() }
        func wait() { semaphore.wait() }
    }

    @Test(
        "a use that waits for the same use of another instance holds no row, so that uses never wait for each other in a circle",
        .enabled(if: PostgresServer.programs != nil))
    func noDeadlock() async throws {
        let database = try await GatewayDatabaseKind.postgres.make(clock: clock), limits = limits(database)
        for account in ["a", "b", "c"] { try await limits.use(.failure(account: account)) }
        clock.move { $0 + .seconds(10) }
        let now = clock.now.milliseconds * 1_000, latch = Latch()
        let (holders, holder) = AsyncStream<Int64>.makeStream()
        async let first: Void = database.write { rows in
            guard let rows = rows as? PostgresRows else { return }
            _ = try rows.use("failure/c", interval: 1_000_000, tolerance: 3_000_000, now: now)
            holder.yield(try rows.transaction.first("SELECT pg_backend_pid()::bigint")?.get(0) ?? 0)
            latch.wait()
        }
        let process = try #require(await holders.first { _ in true })
        async let second: Void = limits.use(.failure(account: "c"))
        defer { latch.open() }
        // The rows of a and b no longer count, so the second use deletes them. It waits for that of c.
        var isWaiting = false
        while !isWaiting {
            isWaiting = try await database.write { rows in
                let found = try (rows as? PostgresRows)?.transaction.first(
                    "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE $1::bigint = ANY (pg_blocking_pids(pid)))",
                    [process])
                return try found?.get(0) ?? true
            }
        }
        let free = try await database.write { rows in
            let found = try (rows as? PostgresRows)?.transaction.first(
                """
                SELECT count(*) FROM (SELECT 1 FROM rate_limit WHERE subject IN ('failure/a', 'failure/b')
                    FOR UPDATE SKIP LOCKED) AS free
                """)
            return try found?.get(0, as: Int.self) ?? 0
        }
        latch.open()
        try await first
        try await second
        #expect(free == 2)
        let left = try await database.write { rows in
            let found = try (rows as? PostgresRows)?.transaction.first("SELECT count(*) FROM rate_limit")
            return try found?.get(0, as: Int.self) ?? 0
        }
        #expect(left == 1)
    }

    @Test("reads count for each user and each network, and one that costs more makes later ones wait")
    func reads() {
        let clock = StoppedClock(ContinuousClock.now)
        var rates = GatewayRates.unlimited
        (rates.readsPerUser, rates.readsPerRemote) = (
            GatewayRate(perSecond: 10, burst: 5), GatewayRate(perSecond: 1, burst: 1)
        )
        let limits = ReadLimits(rates, clock: clock.read)
        func wait(_ subject: ReadLimits.Subject, cost: Int = 1) -> Duration? {
            do throws(MatrixError) {
                try limits.use(subject, cost: cost)
                return .zero
            } catch {
                return error.retryAfter
            }
        }
        #expect((0..<6).map { _ in wait(.user("@a:x")) } == [.zero, .zero, .zero, .zero, .zero, .milliseconds(100)])
        #expect(wait(.user("@b:x"), cost: 500) == .zero)
        // A read is never charged for more than a further burst.
        #expect(wait(.user("@b:x")) == .milliseconds(600))
        #expect(wait(.remote("@a:x")) == .zero && wait(.remote("@a:x")) == .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(wait(.user("@b:x")) == .zero && wait(.remote("@a:x")) == .zero)
        for number in 0...ReadLimits.capacity { try? limits.use(.user("@n\(number):x")) }
        #expect(limits.count <= ReadLimits.capacity)
    }

    @Test(
        "an interactive authentication is found by its user, completed once, and ends with its failures or its time",
        arguments: GatewayDatabaseKind.allCases)
    func authentication(kind: GatewayDatabaseKind) async throws {
        let store = DatabaseAuthSessionStore(try await kind.make(clock: clock), lifetime: .seconds(60))
        let wallet = try TestWallet(3)
        func session(_ id: String, repeatable: Bool = true) -> AuthSession {
            AuthSession(
                id: id, user: "@a:b", operation: .init(purpose: .deactivate, key: "k", isRepeatable: repeatable),
                challenge: wallet.challenge(id, operation: .deactivate, purpose: .confirmation),
                stage: InteractiveAuth.didStage)
        }
        for id in ["one", "two", "three"] { try await store.open(session(id, repeatable: id != "two")) }
        #expect(try await store.find("one", user: "@a:b") == session("one"))
        #expect(try await store.find("one", user: "@c:b") == nil)
        #expect(try await store.complete(session("one")))
        #expect(try await store.find("one", user: "@a:b")?.isComplete == true)
        let once = session("two", repeatable: false)
        let completed = await atOnce(8) { _ in try? await store.complete(once) }
        #expect(completed.compactMap { $0 }.filter { $0 }.count == 1 && completed.allSatisfy { $0 != nil })
        #expect(try await store.find("two", user: "@a:b") == nil)
        for _ in 0..<AuthSessions.failureLimit { try await store.noteFailure(session("three")) }
        #expect(try await store.find("three", user: "@a:b") == nil)
        clock.move { $0 + .seconds(60) }
        #expect(try await store.find("one", user: "@a:b") == nil)
        for number in 0...AuthSessions.perUser { try await store.open(session("n\(number)")) }
        #expect(try await store.find("n0", user: "@a:b") == nil)
        #expect(try await store.find("n1", user: "@a:b") != nil)
    }
}
