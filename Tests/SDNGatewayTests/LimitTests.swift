import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A gateway's rate limits and interactive authentications in the database", .timeLimit(.minutes(2)))
struct LimitTests {
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    private func limits(_ database: any GatewayDatabase) -> DatabaseLimits {
        var rates = GatewayRates.unlimited
        rates.loginPerAccount = GatewayRate(perSecond: 2, burst: 3)
        return DatabaseLimits(database, rates: rates)
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
        try await store.complete(session("one"))
        #expect(try await store.find("one", user: "@a:b")?.isComplete == true)
        try await store.complete(session("two", repeatable: false))
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
