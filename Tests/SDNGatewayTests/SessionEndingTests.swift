import Foundation
import HeraldJSON
import HeraldKeys
import Logging
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Sessions that end with a wallet or a DID (SDN sheet 1.8)", .timeLimit(.minutes(10)))
struct SessionEndingTests {
    private static let logoutAll = "/_matrix/client/v3/logout/all"
    private let wallet: TestWallet, second: TestWallet

    init() throws { (wallet, second) = (try TestWallet(51), try TestWallet(52)) }

    private var documents: String { "/_api/client/unstable/did/\(wallet.did.text)" }

    private func token(_ fixture: GatewayFixture) async throws -> String {
        try #require(try await fixture.logIn(wallet, deviceID: "PHONE").json["access_token"]?.stringValue)
    }

    /// Requests the text of a change, signs it, and sends the signature.
    private func change(
        _ fixture: GatewayFixture, _ operation: String, ids: [String] = [], address: TestWallet? = nil
    ) async throws -> (status: Int, json: JSONValue, headers: [String: String]) {
        var body: JSONObject = ["operation": .string(operation), "ids": .array(ids.map(JSONValue.string))]
        body.set("address", address?.address.checksummed)
        let challenge = try JSONReader(
            try await fixture.ask("POST", "\(documents)/update", .object(body)).json)
        let text = try challenge.string("message")
        body["updated"] = .string(try challenge.string("updated"))
        body["signature"] = .string(try PersonalMessage.sign(text, with: wallet.key).text())
        if let address { body["signature2"] = .string(try PersonalMessage.sign(text, with: address.key).text()) }
        return try await fixture.ask("POST", documents, .object(body))
    }

    @Test("burning a DID ends all sessions of its user at once", arguments: GatewayDatabaseKind.allCases)
    func burn(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind) { fixture in
            let stolen = try await token(fixture), own = try await token(fixture)
            let other = try #require(try await fixture.logIn(second).json["access_token"]?.stringValue)
            let contacts = "/_api/client/r0/contacts_list/\(UserID(did: wallet.did, domain: StubHomeserver.serverName))"
            #expect(try await fixture.ask("GET", contacts, token: stolen).status == 200)
            #expect(try await change(fixture, "burn").status == 200)
            #expect(!fixture.stub.knows(stolen) && !fixture.stub.knows(own) && fixture.stub.knows(other))
            #expect(try await fixture.ask("GET", contacts, token: stolen).status == 401)
            #expect(try await fixture.database.read { rows in try rows.ending(of: "@x:y") } == nil)
        }
    }

    @Test("unlinking a wallet that could log in ends all sessions, and other changes end none")
    func unlink() async throws {
        try await GatewayFixture.with { fixture in
            let token = try await token(fixture)
            #expect(try await change(fixture, "link", address: second).status == 200)
            #expect(try await change(fixture, "link_key", ids: ["key"]).status == 200)
            #expect(fixture.stub.knows(token) && fixture.stub.received(Self.logoutAll).isEmpty)
            let detail = try await fixture.ask("GET", "\(documents)/detail")
            let linked = detail.json["controllers"]?.arrayValue?.last?["key_id"]?.stringValue
            #expect(try await change(fixture, "unlink", ids: [try #require(linked)]).status == 200)
            #expect(!fixture.stub.knows(token))
        }
    }

    @Test(
        "if the homeserver does not end the sessions, the client learns it, and any gateway tries again",
        arguments: GatewayDatabaseKind.allCases)
    func later(kind: GatewayDatabaseKind) async throws {
        let clock = StoppedClock(Timestamp(milliseconds: 1_700_000_000_000))
        let key = GatewayKey(), stub = StubHomeserver(key: key, clock: { 1_700_000_000 })
        let configuration = GatewayConfiguration(
            homeserver: try await stub.start(), serverName: StubHomeserver.serverName, storage: .memory, key: key)
        let client = HomeserverClient(try configuration.upstream(), deadline: .seconds(30))
        let database = try await kind.make(clock: clock),
            logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let name = StubHomeserver.serverName, owners = TokenOwners(client)
        let endings = SessionEndings(
            database,
            homeserver: HomeserverLogin(
                client: client, token: LoginToken(key: key, issuer: "sdn-gateway", audience: name), serverName: name,
                clock: clock.read, logger: logger),
            owners: owners, logger: logger)
        let inside = DatabaseDIDStore(database, serverName: name)
        let store = HomeserverDIDStore(inside: inside, endings: endings, serverName: name, logger: logger)
        let user = UserID(did: wallet.did, domain: name).text, token = stub.addSession(of: user, device: "PHONE")
        let updated = clock.now.rfc3339
        try await inside.record(wallet.login(wallet.challenge("a", operation: .create, updated: updated)))
        stub.answer(Self.logoutAll, with: StubHomeserver.error(500, "M_UNKNOWN"))
        let burn = wallet.challenge("b", operation: .burn, purpose: .document, updated: updated)
        let failure = await #expect(throws: GatewayFailure.self) {
            try await store.apply(SignedChange(challenge: burn, isAgreed: false))
        }
        #expect(failure?.status == 502 && failure?.error.message.contains("stored") == true)
        #expect(try await store.document(of: wallet.did)?.isBurned == true && stub.knows(token))
        stub.answer(Self.logoutAll, with: nil)
        await endings.retry()
        #expect(stub.knows(token), "it is not due yet")
        clock.move { $0 + .seconds(60) }
        await endings.retry()
        #expect(!stub.knows(token))
        // It is done once.
        clock.move { $0 + .seconds(600) }
        let before = stub.received.count
        await endings.retry()
        #expect(stub.received.count == before)
        client.close()
        await stub.stop()
        await database.close()
    }

    @Test("a note that was made again while the sessions ended is kept", arguments: GatewayDatabaseKind.allCases)
    func again(kind: GatewayDatabaseKind) async throws {
        let database = try await kind.make(), now = Timestamp(milliseconds: 1_000)
        try await database.write { rows in
            try rows.addEnding(of: "@a:b", dueAt: now)
            try rows.addEnding(of: "@c:d", dueAt: now + .seconds(1))
        }
        let first = try await database.write { rows in
            try rows.takeEndings(dueAt: now, until: now + .seconds(60), limit: 10)
        }
        #expect(first == [SessionEnding(userID: "@a:b", number: 1)])
        try await database.write { rows in
            try rows.addEnding(of: "@a:b", dueAt: now)
            for ending in first { try rows.deleteEnding(ending) }
        }
        #expect(try await database.read { rows in try rows.ending(of: "@a:b")?.number } == 2)
        await database.close()
    }
}
