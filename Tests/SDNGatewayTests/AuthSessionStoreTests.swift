import Dispatch
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("A gateway's running proofs (SDN sheet 7.7 and 8.3)", .timeLimit(.minutes(10)))
struct AuthSessionStoreTests {
    private let wallet: TestWallet
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    init() throws { wallet = try TestWallet(8) }

    private func session(_ id: String, of user: String) -> AuthSession {
        AuthSession(
            id: id, user: user, operation: .init(purpose: .deactivate, key: "k"),
            challenge: wallet.challenge(id, operation: .deactivate, purpose: .confirmation),
            stage: InteractiveAuth.didStage)
    }

    private func make(_ database: any GatewayDatabase, capacity: Int) -> DatabaseAuthSessionStore {
        DatabaseAuthSessionStore(database, lifetime: .seconds(300), capacity: capacity)
    }

    @Test("users with many proofs lose theirs, and a user with one does not", arguments: GatewayDatabaseKind.allCases)
    func fairness(kind: GatewayDatabaseKind) async throws {
        let store = make(try await kind.make(clock: clock), capacity: 6)
        try await store.open(session("own", of: "@victim:x"))
        for number in 0..<40 { try await store.open(session("m\(number)", of: "@m\(number % 3):x")) }
        #expect(try await store.find("own", user: "@victim:x") != nil)
        #expect(try await store.find("m39", user: "@m0:x") != nil)
        #expect(try await store.find("m30", user: "@m0:x") == nil)
    }

    @Test(
        "a full store deletes several proofs at once, and none for as many later ones",
        arguments: GatewayDatabaseKind.allCases)
    func several(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), store = make(database, capacity: 400), now = clock.now
        for number in 0..<400 { try await store.open(session("a\(number)", of: "@u\(number / 10):x")) }
        func count() async throws -> Int {
            try await database.read { rows in try rows.authSessionCount(now: now) }
        }
        // Each user has ten. Those who began first lose one first.
        #expect(try await count() == 400)
        try await store.open(session("b0", of: "@late:x"))
        #expect(try await count() == 399)
        try await store.open(session("b1", of: "@late:x"))
        #expect(try await count() == 400)
        for (id, user, isOpen) in [
            ("a0", "@u0:x", false), ("a1", "@u0:x", true), ("a10", "@u1:x", false), ("a20", "@u2:x", true),
            ("b0", "@late:x", true),
        ] {
            #expect(try await (store.find(id, user: user) != nil) == isOpen, "\(id)")
        }
    }

    @Test("proofs that have expired take no place from others", arguments: GatewayDatabaseKind.allCases)
    func expired(kind: GatewayDatabaseKind) async throws {
        let store = make(try await kind.make(clock: clock), capacity: 40)
        for number in 0..<40 { try await store.open(session("a\(number)", of: "@u\(number % 4):x")) }
        clock.move { $0 + .seconds(301) }
        for number in 0..<30 { try await store.open(session("b\(number)", of: "@v\(number % 3):x")) }
        for number in 0..<30 {
            #expect(try await store.find("b\(number)", user: "@v\(number % 3):x") != nil, "b\(number)")
        }
    }

    @Test("simultaneous requests of one user do not exceed the user's limit", arguments: GatewayDatabaseKind.allCases)
    func atOnceOfOne(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), store = make(database, capacity: 1_000)
        let sessions = (0..<40).map { session("a\($0)", of: "@u:x") }
        let opened = await atOnce(sessions.count) { number in (try? await store.open(sessions[number])) != nil }
        #expect(opened.allSatisfy { $0 })
        #expect(try await database.read { rows in try rows.authSessionCount(of: "@u:x") } == AuthSessions.perUser)
    }

    @Test(
        "simultaneous requests of many users of a full store all get a proof, at several instances",
        arguments: GatewayDatabaseKind.allCases)
    func atOnceOfMany(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(clock: clock), now = clock.now
        let stores = [make(database, capacity: 20), make(database, capacity: 20)]
        let sessions = (0..<120).map { session("a\($0)", of: "@u\($0 % 15):x") }
        let opened = await atOnce(sessions.count) { number in
            (try? await stores[number % 2].open(sessions[number])) != nil
        }
        #expect(opened.allSatisfy { $0 })
        // Those that ran at the same moment may exceed the capacity.
        #expect(try await database.read { rows in try rows.authSessionCount(now: now) } < 40)
    }

    @Test("a user's proof waits for no other user's", .enabled(if: PostgresServer.programs != nil))
    func locks() async throws {
        let database = try await GatewayDatabaseKind.postgres.make(clock: clock), store = make(database, capacity: 100)
        let end = DispatchSemaphore(value: 0)
        let (holders, holder) = AsyncStream<Void>.makeStream()
        async let held: Void = database.write { rows in
            try rows.lock("auth/@a:x")
            try rows.lock("auth")
            holder.yield()
            end.wait()
        }
        _ = await holders.first { _ in true }
        let opened = session("one", of: "@b:x")
        let refused = await failure { try await store.open(opened) }
        end.signal()
        try await held
        #expect(refused == nil)
        #expect(try await store.find("one", user: "@b:x") == opened)
    }
}
