import Logging
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

/// Limits of several processes, in memory. Buckets do not refill.
private final class MemoryLimits: SharedLimits {
    private struct State {
        var used: [String: Int64] = [:]
        var failure: ServiceDatabaseError?
        /// Statements wait for the end of this time if it is set.
        var hangs: Duration?
        var statements = 0
        var open = 0
    }

    private let state = Mutex(State())

    var statements: Int { state.withLock(\.statements) }

    func fail(_ failure: ServiceDatabaseError?) { state.withLock { $0.failure = failure } }
    func hang(_ time: Duration) { state.withLock { $0.hangs = time } }
    func open(_ count: Int) { state.withLock { $0.open = count } }

    func takeTokens(_ buckets: [SharedBucket]) async throws -> [String: TokenGrant] {
        if let time = state.withLock(\.hangs) { try await Task.sleep(for: time) }
        return try state.withLock { state in
            state.statements += 1
            if let failure = state.failure { throw failure }
            return buckets.reduce(into: [:]) { grants, bucket in
                let used = state.used[bucket.name]
                let left = bucket.burst - (used ?? 0)
                let lot = min(left, max(left / 16, Int64(bucket.wanted)))
                state.used[bucket.name] = (used ?? 0) + lot
                grants[bucket.name] = TokenGrant(tokens: Int(lot), wait: .seconds(9), isNew: used == nil)
            }
        }
    }

    func openTransactions(_ query: OpenTransactionQuery) async throws -> OpenTransactionCounts {
        try state.withLock { state in
            state.statements += 1
            if let failure = state.failure { throw failure }
            return OpenTransactionCounts(client: state.open, network: 0, all: state.open)
        }
    }

    func countWrongTokens(_ count: Int, of client: String, memory: Duration) async throws -> Int {
        try state.withLock { state in
            state.statements += 1
            if let failure = state.failure { throw failure }
            return count
        }
    }

    func deleteUnneeded(most: Int, limit: Int) async throws -> Int { 0 }
}

@Suite("Limits of one client that a database counts")
struct SharedRatesTests {
    private static let down = ServiceDatabaseError(.temporary(retryAfter: .seconds(5)), reason: "down")
    private let uptime = StoppedClock(Duration.seconds(1_000))
    private let store = MemoryLimits()

    private func limiter(
        timeout: Duration = .seconds(300), _ change: (inout ServiceLimits) -> Void
    ) -> ClientLimiter {
        var limits = ServiceLimits()
        change(&limits)
        let names = ClientNames { "\($0)-00000000000000000000000000000000" }
        return ClientLimiter(
            limits, uptime: uptime.read,
            shared: ClientLimiter.Shared(
                rates: SharedRates(
                    limits, store: store, names: names, uptime: uptime.read,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, timeout: timeout),
                openings: SharedOpenings(
                    limits, store: store, names: names, now: { UTCInstant(seconds: 1) }, uptime: uptime.read)))
    }

    private func wait(_ limiter: ClientLimiter, _ charge: ServiceCharge) async throws -> Duration {
        do {
            try await limiter.admit(charge, "10.0.0.1")
            return .zero
        } catch let refusal as TooManyRequests {
            return refusal.wait
        }
    }

    @Test("a request seldom needs a statement, and a refused one none")
    func statements() async throws {
        let limiter = limiter { $0.requests = .init(burst: 3_000, perSecond: 1) }
        for _ in 0..<1_500 { #expect(try await wait(limiter, .request) == .zero) }
        #expect(store.statements < 16)
        for _ in 0..<1_500 { #expect(try await wait(limiter, .request) == .zero) }
        #expect(store.statements < 120)
    }

    @Test("a client that is above the limit at another process costs one statement until it may try again")
    func refusals() async throws {
        let (first, second) = (limiter { $0.wallets.setBurst(3) }, limiter { $0.wallets.setBurst(3) })
        for _ in 0..<3 { #expect(try await wait(first, .wallet) == .zero) }
        let before = store.statements
        for _ in 0..<3 { #expect(try await wait(second, .wallet) == .seconds(9)) }
        #expect(store.statements == before + 1)
        uptime.advance(by: .seconds(1_000))
        _ = try await wait(second, .wallet)
        #expect(store.statements == before + 2)
    }

    @Test("requests that wait at the same time share a statement, and each is counted")
    func together() async throws {
        let limiter = limiter { $0.wallets.setBurst(30) }
        store.hang(.milliseconds(20))
        let waits = try await withThrowingTaskGroup(of: Duration.self) { group in
            for _ in 0..<60 { group.addTask { try await wait(limiter, .wallet) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(waits.count { $0 == .zero } == 30)
        #expect(store.statements < 20)
    }

    @Test("attack 110: while the database is not available, each process has the limit, and then they share it again")
    func outage() async throws {
        let limiter = limiter { $0.wallets.setBurst(3) }
        store.fail(Self.down)
        for _ in 0..<3 { #expect(try await wait(limiter, .wallet) == .zero) }
        #expect(try await wait(limiter, .wallet) > .zero)
        #expect(store.statements == 1, "a database that is not available is not asked at each request")
        store.fail(nil)
        uptime.advance(by: .seconds(2_000))
        #expect(try await wait(limiter, .wallet) == .zero)
        #expect(store.statements == 2)
    }

    @Test("a database that does not answer delays a request for a limited time")
    func silence() async throws {
        let limiter = limiter(timeout: .milliseconds(1)) { $0.wallets.setBurst(3) }
        store.hang(.seconds(3_600))
        for _ in 0..<3 { #expect(try await wait(limiter, .wallet) == .zero) }
        #expect(try await wait(limiter, .wallet) > .zero)
    }

    @Test("a request that opens a transaction is answered with 503 if the open ones cannot be counted, others are not")
    func unknownCount() async throws {
        let limiter = limiter { _ in }
        store.fail(Self.down)
        let error = await failure { try await limiter.admit(.opening, "10.0.0.1") }
        #expect(error as? ServiceDatabaseError == Self.down)
        #expect(try await wait(limiter, .write) == .zero)
        let router = ServiceRouter(
            routes: Self.routes, admission: Admission(operatorToken: nil, peerToken: nil), limiter: limiter,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for (path, status) in [(Self.opening.path, 503), (Self.question.path, 200)] {
            let response = await router.respond(
                to: ServiceRequest(
                    method: "POST", path: path, body: Array(#"{"userId":"7"}"#.utf8), origin: .network("10.0.0.1")))
            #expect(response.status == status)
            #expect(response.retryAfter == (status == 503 ? .seconds(5) : nil))
        }
    }

    @Test("open transactions are counted again after a sixteenth of the limit, and after a second if they are too many")
    func openTransactions() async throws {
        let limiter = limiter { $0.openTransactions = 160 }
        for number in 0..<30 {
            #expect(try await wait(limiter, .opening) == .zero)
            limiter.opened("\(number)", by: "10.0.0.1", lifetime: .seconds(1))
            store.open(number + 1)
        }
        // The limit of rates needs statements of its own.
        let counted = store.statements
        #expect(counted < 40)
        store.open(160)
        uptime.advance(by: .seconds(10))
        #expect(try await wait(limiter, .opening) == .seconds(60))
        store.open(159)
        #expect(try await wait(limiter, .opening) == .seconds(60), "the count is a second old at most")
        uptime.advance(by: .seconds(1))
        #expect(try await wait(limiter, .opening) == .zero)
    }

    @Test("rates of any size become buckets whose times can be added", arguments: [1e-300, 1e-6, 1, 3e5, 1e300])
    func buckets(perSecond: Double) {
        for burst in [1, 3_000, 1e300] {
            let bucket = SharedBucket(name: "a", rate: .init(burst: burst, perSecond: perSecond))
            let (sum, isTooLarge) = bucket.burst.multipliedReportingOverflow(by: bucket.interval)
            #expect(bucket.burst >= 1 && bucket.interval >= 1 && !isTooLarge && sum <= 600_000_000_000_000)
        }
    }

    private static let opening = ServiceEndpoint<RetrievePii, _RetrievePii>(.tas, .post, "open")
    private static let question = ServiceEndpoint<RetrievePii, _RetrievePii>(.tas, .post, "ask")

    private static var routes: RouteTable {
        var routes = RouteTable()
        for (endpoint, charge) in [(opening, ServiceCharge.opening), (question, .request)] {
            routes.on(endpoint, charge: charge) { (_: RetrievePii, _: ReceivedCall) in _RetrievePii(pii: "a") }
        }
        return routes
    }
}

extension ServiceLimits.Rate? {
    /// Sets a burst that does not refill in a test.
    fileprivate mutating func setBurst(_ burst: Double) { self = .init(burst: burst, perSecond: 0.001) }
}
