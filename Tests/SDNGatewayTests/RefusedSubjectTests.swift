import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("The memory of subjects that a gateway's rate limits have refused", .timeLimit(.minutes(10)))
struct RefusedSubjectTests {
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))
    private let use = IdentityUse.failure(account: "a")

    /// Limits of a use an hour.
    private func limits(_ database: any GatewayDatabase) -> DatabaseLimits {
        var rates = GatewayRates.unlimited
        rates.loginPerAccount = GatewayRate(perSecond: 1 / 3_600, burst: 1)
        let start = ContinuousClock.now - .milliseconds(clock.now.milliseconds)
        return DatabaseLimits(database, rates: rates) { [clock] in start + .milliseconds(clock.now.milliseconds) }
    }

    @Test(
        "a refused subject is refused again without the database, and others are not",
        arguments: GatewayDatabaseKind.allCases)
    func withoutDatabase(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), limits = limits(database)
        try await limits.use(use)
        let first = await #expect(throws: MatrixError.self) { try await limits.use(use) }
        #expect(first?.retryAfter == .seconds(3_600))
        database.silence()
        clock.move { $0 + .milliseconds(1_500) }
        let second = await #expect(throws: MatrixError.self) { try await limits.use(use) }
        #expect(second?.code == .limitExceeded && second?.retryAfter == .milliseconds(3_598_500))
        await #expect(throws: GatewayDatabaseError.self) { try await limits.use(.failure(account: "b")) }
    }

    @Test(
        "an instance notices within a minute that the database refuses no longer",
        arguments: GatewayDatabaseKind.allCases)
    func lostCounts(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), limits = limits(database)
        try await limits.use(use)
        #expect(await code { try await limits.use(use) } == .limitExceeded)
        try await database.write { rows in try rows.deleteRestedLimits(now: .max, limit: 10, except: "") }
        clock.move { $0 + .milliseconds(59_999) }
        #expect(await code { try await limits.use(use) } == .limitExceeded)
        clock.move { $0 + .milliseconds(1) }
        try await limits.use(use)
    }

    @Test("a refusal ends with its wait, after a minute, or with a counted use")
    func ends() {
        let refused = RefusedSubjects(), now = ContinuousClock.now
        refused.add("short", wait: .milliseconds(10), now: now)
        refused.add("long", wait: .seconds(600), now: now)
        refused.add("counted", wait: .seconds(600), now: now)
        refused.remove("counted")
        #expect(refused.wait(of: "short", now: now + .milliseconds(9)) == .milliseconds(1))
        #expect(refused.wait(of: "short", now: now + .milliseconds(10)) == nil)
        #expect(refused.wait(of: "long", now: now + .seconds(59)) == .seconds(541))
        #expect(refused.wait(of: "long", now: now + .seconds(60)) == nil)
        #expect(refused.wait(of: "counted", now: now) == nil)
        #expect(refused.count == 0)
    }

    @Test("a limited number of subjects is remembered, and those whose time has ended are forgotten first")
    func bounded() {
        let refused = RefusedSubjects(), now = ContinuousClock.now
        refused.add("last", wait: .seconds(30), now: now)
        for number in 1..<RefusedSubjects.capacity { refused.add("\(number)", wait: .seconds(1), now: now) }
        #expect(refused.count == RefusedSubjects.capacity)
        refused.add("new", wait: .seconds(30), now: now + .seconds(1))
        #expect(refused.count == 2 && refused.wait(of: "last", now: now + .seconds(1)) == .seconds(29))
        for number in 0..<(RefusedSubjects.capacity * 2) {
            refused.add("\(number)", wait: .seconds(30), now: now + .seconds(1))
        }
        #expect(refused.count <= RefusedSubjects.capacity)
    }
}
