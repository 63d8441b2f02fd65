import HeraldKeys
import Logging
import SDNWire
import Synchronization
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Sessions of users that cannot be ended (SDN sheet 1.8)", .timeLimit(.minutes(10)))
struct SessionEndingFailureTests {
    private static let name = StubHomeserver.serverName
    private let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))

    /// Runs a body with a homeserver at which some users are locked. All users have a session that is to be ended, the locked ones first.
    private func with(
        _ kind: GatewayDatabaseKind, locked: Int, free: Int,
        _ body: (_ endings: SessionEndings, _ stub: StubHomeserver, _ tokens: [String]) async throws -> Void
    ) async throws {
        let key = GatewayKey(), stub = StubHomeserver(key: key, clock: { 1_700_000_000 })
        let configuration = GatewayConfiguration(
            homeserver: try await stub.start(), serverName: Self.name, storage: .memory, key: key)
        let client = HomeserverClient(try configuration.upstream(), deadline: .seconds(30))
        let database = try await kind.make(clock: clock)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let endings = SessionEndings(
            database,
            homeserver: HomeserverLogin(
                client: client, token: LoginToken(key: key, issuer: "sdn-gateway", audience: Self.name),
                serverName: Self.name, clock: clock.read, logger: logger),
            owners: TokenOwners(client), logger: logger)
        let users = (0..<locked + free).map { "@user\($0):\(Self.name)" }
        let tokens = users.map { stub.addSession(of: $0, device: "PHONE") }
        stub.state.withLock { $0.authentications.locked = Set(users.prefix(locked)) }
        let now = clock.now
        try await database.write { rows in
            for (number, user) in users.enumerated() {
                try rows.addEnding(of: user, dueAt: now + .milliseconds(Int64(number) - 1_000))
            }
        }
        try await body(endings, stub, tokens)
        client.close()
        await stub.stop()
        await database.close()
    }

    @Test(
        "a user whose sessions cannot be ended does not keep those of others alive",
        arguments: GatewayDatabaseKind.allCases)
    func others(kind: GatewayDatabaseKind) async throws {
        try await with(kind, locked: 3, free: 2) { endings, stub, tokens in
            await endings.retry()
            #expect(tokens.map { stub.knows($0) } == [true, true, true, false, false])
            stub.state.withLock { $0.authentications.locked = [] }
            clock.move { $0 + SessionEndings.pause }
            await endings.retry()
            #expect(tokens.allSatisfy { !stub.knows($0) })
        }
    }

    @Test("users whose sessions could not be ended stand behind the others", arguments: GatewayDatabaseKind.allCases)
    func order(kind: GatewayDatabaseKind) async throws {
        try await with(kind, locked: SessionEndings.perCall, free: 1) { endings, stub, tokens in
            let last = try #require(tokens.last)
            await endings.retry()
            #expect(stub.knows(last))
            clock.move { $0 + SessionEndings.pause }
            await endings.retry()
            #expect(!stub.knows(last))
        }
    }
}
