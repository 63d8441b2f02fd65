import HeraldPostgres
import Logging
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDPostgres
@testable import OpenDIDServices

@Suite("The limits of a client at several processes of one schema", .enabled(if: PostgresServer.programs != nil))
struct SharedLimitTests {
    /// A process with a pool of its own. The time between its requests does not pass, so that nothing depends on the speed of the machine.
    private struct Instance {
        let database: PostgresDatabase
        let store: any SharedLimits
        let limiter: ClientLimiter
        let names: ClientNames

        func wait(_ charge: ServiceCharge, _ client: String) async throws -> Duration {
            do {
                try await limiter.admit(charge, client)
                return .zero
            } catch let refusal as TooManyRequests {
                return refusal.wait
            }
        }
    }

    private static let now = UTCInstant(seconds: 1_000)
    /// A rate at which a bucket does not refill while a test runs.
    private static let never = 0.000_01
    private let uptime = StoppedClock(Duration.seconds(1_000))

    private func instances(
        _ count: Int, key: UInt8 = 1, _ change: (inout ServiceLimits) -> Void
    ) async throws -> [Instance] {
        var limits = ServiceLimits()
        change(&limits)
        let configuration = try await testConfiguration()
        var instances: [Instance] = []
        for _ in 0..<count {
            let database = try await PostgresDatabase.open(configuration)
            let store = try #require(database.sharedLimits)
            let seal = StorageSeal(key: [UInt8](repeating: key, count: 32))
            let names = ClientNames { seal.index($0, of: "client") }
            let shared = ClientLimiter.Shared(
                rates: SharedRates(
                    limits, store: store, names: names, uptime: uptime.read,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, timeout: TestDeadline.beyond),
                openings: SharedOpenings(
                    limits, store: store, names: names, now: { Self.now }, uptime: uptime.read))
            instances.append(
                Instance(
                    database: database, store: store,
                    limiter: ClientLimiter(limits, uptime: uptime.read, shared: shared), names: names))
        }
        return instances
    }

    @Test("attack 110: a client that spreads its requests has one limit at all processes together")
    func spread() async throws {
        let instances = try await instances(3) { $0.wallets = .init(burst: 60, perSecond: Self.never) }
        var accepted = 0
        var last: [Duration] = []
        for _ in 0..<60 {
            last = []
            for instance in instances { last.append(try await instance.wait(.wallet, "10.0.0.1")) }
            accepted += last.count { $0 == .zero }
        }
        #expect(accepted == 60)
        #expect(last.allSatisfy { $0 == .seconds(3_600) }, "the longest wait that is told")
        #expect(try await instances[0].wait(.wallet, "10.0.0.2") == .zero, "each client for itself")
        #expect(try await instances[1].wait(.presentation, "10.0.0.1") == .zero, "each kind for itself")
    }

    @Test("attack 110: requests that arrive at once at two processes have one limit, and use all of it")
    func atTheSameTime() async throws {
        let instances = try await instances(2) { $0.enrolments = .init(burst: 40, perSecond: Self.never) }
        let waits = try await atOnce(200) { number in
            try await instances[number % 2].wait(.enrolment, "10.0.0.1")
        }
        // Lots that one process has left over are not those of the other.
        let accepted = waits.count { $0 == .zero }
        #expect(accepted <= 40 && accepted >= 20)
    }

    @Test("attack 110: an IPv6 network has the limit of eight clients at all processes together")
    func networks() async throws {
        let instances = try await instances(2) { $0.persons = .init(burst: 2, perSecond: Self.never) }
        var accepted = 0
        for number in 0..<40 {
            let digits = String(number, radix: 16)
            let client = "20010db80007" + String(repeating: "0", count: 4 - digits.count) + digits + "/64"
            for instance in instances where try await instance.wait(.person, client) == .zero { accepted += 1 }
        }
        #expect(accepted == 16)
        #expect(try await instances[0].wait(.person, "20010db800080001/64") == .zero)
    }

    @Test("a bucket refills by the database's clock, and one that is full again is deleted")
    func refilled() async throws {
        let instances = try await instances(2) { $0.wallets = .init(burst: 2, perSecond: Self.never) }
        for instance in instances { #expect(try await instance.wait(.wallet, "10.0.0.1") == .zero) }
        #expect(try await instances[0].wait(.wallet, "10.0.0.1") > .zero)
        // As if the time in which the bucket refills had passed, at the database and at the processes.
        _ = try await instances[0].database.changeOnce("UPDATE client_limit SET full_at = 0", [])
        uptime.advance(by: .seconds(300_000))
        #expect(try await instances[0].store.deleteUnneeded(most: 100, limit: 100) == 1)
        for instance in instances { #expect(try await instance.wait(.wallet, "10.0.0.1") == .zero) }
        #expect(try await instances[1].wait(.wallet, "10.0.0.1") > .zero)
    }

    @Test("attack 110: a database clock that was set back does not lengthen the wait")
    func clockSetBack() async throws {
        let instances = try await instances(1) { _ in }
        let bucket = SharedBucket(name: "a", rate: .init(burst: 3, perSecond: 0.01))
        #expect(try await instances[0].store.takeTokens([bucket])["a"]?.tokens == 1)
        _ = try await instances[0].database.changeOnce(
            "UPDATE client_limit SET full_at = full_at + 31536000000000", [])
        let grant = try #require(try await instances[0].store.takeTokens([bucket])["a"])
        #expect(grant.tokens == 0 && grant.wait <= .seconds(100))
    }

    @Test(
        "attack 110: a stranger with many addresses adds a limited number of rows, and exhausted buckets stay longest")
    func manyAddresses() async throws {
        let instances = try await instances(1) {
            ($0.clients, $0.requests) = (40, .init(burst: 100, perSecond: Self.never))
        }
        let instance = instances[0]
        let exhausted = SharedBucket(name: "exhausted", rate: .init(burst: 9, perSecond: Self.never), wanted: 9)
        #expect(try await instance.store.takeTokens([exhausted])["exhausted"]?.tokens == 9)
        for number in 0..<200 { _ = try await instance.wait(.request, "10.0.1.\(number)") }
        while try await instance.store.deleteUnneeded(most: 40, limit: 20) > 0 {}
        let names = try await instance.database.readOnce("SELECT name FROM client_limit", []).map {
            try $0.get(0, as: String.self)
        }
        #expect(names.count <= 40 && names.contains("exhausted"))
        #expect(instance.limiter.counts.buckets <= 40)
    }

    @Test("attack 110: open transactions count at all processes, until they change other data or expire")
    func openTransactions() async throws {
        let instances = try await instances(2) {
            ($0.openTransactions, $0.allOpenTransactions, $0.reservedTransactions) = (2, 3, 0)
        }
        let (first, second) = (instances[0], instances[1])
        #expect(try await first.wait(.opening, "10.0.0.1") == .zero)
        try await open("a", by: "10.0.0.1", at: first)
        #expect(try await second.wait(.opening, "10.0.0.1") == .zero)
        try await open("b", by: "10.0.0.1", at: second)
        for instance in instances { #expect(try await instance.wait(.opening, "10.0.0.1") == .seconds(60)) }
        #expect(try await first.wait(.write, "10.0.0.1") == .zero, "what opens nothing is none of them")
        #expect(try await first.wait(.opening, "10.0.0.2") == .zero)
        try await open("c", by: "10.0.0.2", at: first, expires: 1_000)
        // One that has expired does not count.
        #expect(try await second.wait(.opening, "10.0.0.3") == .zero)
        try await open("d", by: "10.0.0.3", at: second)
        #expect(try await second.wait(.opening, "10.0.0.3") == .seconds(60), "all clients together")
        for (id, isOpen) in [("a", true), ("b", false)] {
            let change = TransactionChange(
                role: "tas", id: id, revision: 0, data: [], expires: .distantPast, forgotten: .distantPast,
                isOpen: isOpen)
            let step = CompletedStep(step: "next", request: [], answer: [])
            #expect(try await second.database.write { try $0.completeStep(step, change) })
        }
        uptime.advance(by: .seconds(2))
        for instance in instances { #expect(try await instance.wait(.opening, "10.0.0.1") == .zero) }
        try await open("e", by: "10.0.0.1", at: first)
        #expect(try await first.wait(.opening, "10.0.0.1") == .seconds(60), "a preliminary step keeps its place")
    }

    private func open(_ id: String, by client: String, at instance: Instance, expires: Int64 = 2_000) async throws {
        let transaction = NewTransaction(
            role: "tas",
            info: TransactionInfo(
                id: id, flow: "M210", state: "opened", created: Self.now, expires: UTCInstant(seconds: expires)),
            forgotten: UTCInstant(seconds: 3_000), data: [], opener: instance.limiter.opener(client))
        try await instance.database.write { try $0.insertTransaction(transaction) }
        instance.limiter.opened(id, by: client, lifetime: .seconds(1_000))
    }

    private final class Pauses: Sendable {
        let waits = Mutex<[Duration]>([])
    }

    @Test("attack 110: wrong tokens of an address count at all processes")
    func guesses() async throws {
        let instances = try await instances(2) { _ in }
        let pauses = Pauses()
        let guesses = instances.map { instance in
            TokenGuesses(
                uptime: uptime.read,
                shared: TokenGuesses.Shared(
                    store: instance.store, names: instance.names, timeout: TestDeadline.beyond),
                pause: { time in pauses.waits.withLock { $0.append(time) } })
        }
        func guess(_ number: Int, _ address: String = "203.0.113.9") async {
            await guesses[number % 2].slow(
                ServiceRequest(method: "POST", path: "/", authorization: "Bearer wrong", origin: .network(address)))
        }
        for number in 0..<8 { await guess(number) }
        #expect(pauses.waits.withLock { $0 } == [125, 250, 500].map { .milliseconds($0) })
        await guess(0, "203.0.113.10")
        #expect(pauses.waits.withLock(\.count) == 3)
        // As if the memory had passed.
        _ = try await instances[0].database.changeOnce("UPDATE token_guess SET forgotten_at = 0", [])
        uptime.advance(by: TokenGuesses.memory)
        for number in 0..<2 { await guess(number) }
        #expect(pauses.waits.withLock(\.count) == 3)
    }

    @Test("the rows of limits contain no addresses, and processes with another key have other names")
    func names() async throws {
        let one = try await instances(1) { _ in }[0]
        let other = try await instances(1, key: 2) { _ in }[0]
        #expect(try await one.wait(.request, "10.0.0.1") == .zero)
        let rows = try await one.database.readOnce("SELECT client_limit::text FROM client_limit", [])
        #expect(rows.count == 1)
        #expect(try rows.allSatisfy { !(try $0.get(0, as: String.self)).contains("10.0.0.1") })
        #expect(one.limiter.opener("10.0.0.1") != other.limiter.opener("10.0.0.1"))
        #expect(one.limiter.opener("10.0.0.1")?.client.utf8.count == 32)
    }
}
