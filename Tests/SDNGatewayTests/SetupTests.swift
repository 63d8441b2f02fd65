import Foundation
import HeraldJSON
import HeraldKeys
import HeraldPostgres
import SDNIdentity
import SDNWire
import Synchronization
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Setting a gateway up", .timeLimit(.minutes(10)))
struct SetupTests {
    private func configuration(_ homeserver: String = "http://127.0.0.1:8008", key: GatewayKey = GatewayKey())
        -> GatewayConfiguration
    {
        GatewayConfiguration(
            homeserver: homeserver, serverName: StubHomeserver.serverName, storage: .memory, key: key)
    }

    /// A configuration value that is wrong, and the field that the error names.
    struct WrongValue: Sendable, CustomTestStringConvertible {
        let field: String
        let change: @Sendable (inout GatewayConfiguration) -> Void
        var testDescription: String { field }

        init(_ field: String, _ change: @escaping @Sendable (inout GatewayConfiguration) -> Void) {
            self.field = field
            self.change = change
        }
    }

    static let wrongValues = [
        WrongValue("homeserver") { $0.homeserver = "https://matrix.example" },
        WrongValue("homeserver") { $0.homeserver = "http://matrix.example/path" },
        WrongValue("serverName") { $0.serverName = "" },
        WrongValue("serverName") { $0.serverName = "a b" },
        WrongValue("port") { $0.port = 70_000 },
        WrongValue("host") { $0.host = "" },
        WrongValue("issuer") { $0.issuer = "a b" },
        WrongValue("issuer") { $0.issuer = #"a"]"# },
        WrongValue("publicURL") { $0.publicURL = "chat.example" },
        WrongValue("publicURL") { $0.publicURL = "https://chat.example/" },
        WrongValue("meetingServerURL") { $0.meetingServerURL = "httpfoo" },
        WrongValue("meetingServerURL") { $0.meetingServerURL = "meet.example" },
        WrongValue("trustedProxies") { $0.trustedProxies = ["somewhere"] },
        WrongValue("trustedProxies") { $0.trustedProxies = ["0.0.0.0/0"] },
        WrongValue("connections") { $0.connections = 1 },
        WrongValue("connections") { $0.connections = 60_001 },
        WrongValue("connectionsPerAddress") { $0.connectionsPerAddress = 0 },
        WrongValue("connectionsPerAddress") { $0.connectionsPerAddress = 60_001 },
        WrongValue("farewell") { $0.farewell = .zero },
        WrongValue("metricsReaders") { $0.metricsReaders = ["0.0.0.0/0"] },
        WrongValue("challengeLifetime") { $0.challengeLifetime = .zero },
        WrongValue("challengeCapacity") { $0.challengeCapacity = 0 },
        WrongValue("databaseConnections") { $0.databaseConnections = 0 },
        WrongValue("rates.loginPerRemote") { $0.rates.loginPerRemote = GatewayRate(perSecond: 0, burst: 1) },
        WrongValue("requiresAppToken") { $0.requiresAppToken = true },
    ]

    @Test("a wrong value is refused with the name of its field", arguments: wrongValues)
    func fields(wrong: WrongValue) async {
        var configuration = configuration()
        wrong.change(&configuration)
        do {
            try await Gateway.start(configuration).stop()
            Issue.record("a wrong value was accepted")
        } catch {
            let error = error as? GatewayError
            #expect(error?.code == .configuration && error?.field == wrong.field)
        }
    }

    @Test("clients are sent to an inner address only behind a proxy and without a public URL")
    func inner() {
        var configuration = configuration()
        #expect(!configuration.isInner)
        configuration.trustedProxies = ["10.0.0.1"]
        for host in ["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"] {
            configuration.host = host
            #expect(configuration.isInner, "\(host)")
        }
        configuration.host = "10.1.0.21"
        #expect(!configuration.isInner)
    }

    @Test(
        "the database is a file of SQLite or a URL, and errors have no text of it",
        arguments: ["", "sqlite:", "mysql://user:secret@host/x", "/var/lib/x", "Postgres://user:secret@host/x"])
    func storage(text: String) throws {
        let error = #expect(throws: GatewayError.self) { try GatewayStorage(text) }
        #expect(error?.field == "database" && error?.reason.contains("secret") == false)
        #expect(try GatewayStorage("sqlite:/a/b.sqlite") == .sqlite(path: "/a/b.sqlite"))
        #expect(try GatewayStorage("postgres://host/x") == .postgres(url: "postgres://host/x"))
    }

    @Test("a key survives its file, which only its owner may read, and an existing file stays")
    func keyFile() throws {
        let folder = try TemporaryFolder(), path = folder.path("gateway.pem"), key = GatewayKey()
        try key.write(to: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try GatewayKey(file: path).publicPEM == key.publicPEM)
        #expect(throws: GatewayError.self) { try GatewayKey().write(to: path) }
        #expect(try GatewayKey(file: path).publicPEM == key.publicPEM)
        #expect("\(key)" == "GatewayKey(redacted)")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let open = #expect(throws: GatewayError.self) { try GatewayKey(file: path) }
        #expect(open?.field == path && open?.reason.contains("chmod 600") == true)
        #expect(throws: GatewayError.self) { try GatewayKey(file: folder.path("none")) }
        #expect(throws: GatewayError.self) { try GatewayKey(pem: "no key") }
    }

    @Test("the key of an app's vendor is read from a private file, and appservice/sign signs with it")
    func applicationKey() async throws {
        let folder = try TemporaryFolder(), path = folder.path("app.key"), vendor = try TestWallet(77)
        func write(_ text: String, mode: Int) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        try write("no key", mode: 0o600)
        let malformed = #expect(throws: GatewayError.self) { try GatewayKey.applicationKey(file: path) }
        #expect(malformed?.field == path && malformed?.reason.contains("no key") == false)
        let digits = String(repeating: "0", count: 62) + "4d\n"
        try write(digits, mode: 0o644)
        #expect(throws: GatewayError.self) { try GatewayKey.applicationKey(file: path) }
        try write(digits, mode: 0o600)
        let key = try GatewayKey.applicationKey(file: path)
        try await GatewayFixture.with(change: { $0.applicationKey = key }) { fixture in
            let answer = try await fixture.ask("POST", "/_api/appservice/sign", ["message": "text"])
            let expected = try PersonalMessage.sign("text", with: vendor.key).text()
            #expect(answer.status == 200 && answer.json["signature"] == .string(expected))
        }
    }

    @Test("the lines for homeserver.yaml have the public key, the issuer and the audience, and no private key")
    func lines() {
        let key = GatewayKey()
        let text = HomeserverSetup.lines(publicPEM: key.publicPEM, issuer: "sdn-gateway", serverName: "matrix.example")
        #expect(text.contains("    -----BEGIN PUBLIC KEY-----\n") && !text.contains("PRIVATE"))
        #expect(text.contains("audiences: [\"matrix.example\"]") && text.contains("issuer: \"sdn-gateway\""))
        #expect(text.contains("algorithm: \"ES256\"\n") && text.contains("default_room_version: \"11\"\n"))
        #expect(text.contains("Replace keys"))
        #expect(text.contains("  - module: herald_gateway.GatewayProofs\n    config:\n"))
        #expect(text.contains("audience: \"matrix.example/proofs\""))
        #expect(text.contains("        -----END PUBLIC KEY-----\npassword_config"))
    }

    @Test("the check finds a good set-up good, and says what is missing in others")
    func check() async throws {
        let key = GatewayKey(), stub = StubHomeserver(key: key, clock: { Int64(Date().timeIntervalSince1970) })
        let url = try await stub.start()
        func kinds(_ configuration: GatewayConfiguration) async throws -> [HomeserverSetup.Finding.Kind] {
            try await HomeserverSetup.findings(configuration).map(\.kind)
        }
        let good = configuration(url, key: key)
        #expect(try await kinds(good) == [.good, .good, .good, .good, .good, .good, .unchecked])
        #expect(try await kinds(configuration(url)) == [.good, .good, .missing, .good, .good, .good, .unchecked])
        stub.flows.withLock { $0 = ["m.login.password"] }
        #expect(try await kinds(good) == [.good, .missing, .good, .missing, .good, .good, .unchecked])
        stub.flows.withLock { $0 = ["m.login.password", "org.matrix.login.jwt", HomeserverConfirmation.stage] }
        #expect(try await kinds(good) == [.good, .missing, .good, .good, .good, .good, .unchecked])
        stub.answer("/_matrix/client/versions", with: .init(body: "<html>"))
        #expect(try await kinds(good) == [.missing])
        await stub.stop()
        #expect(try await kinds(good) == [.missing])
    }

    /// An answer of the homeserver about registration or a profile, and what the check finds.
    struct Question: Sendable, CustomTestStringConvertible {
        let path: String
        let status: Int
        var code = ""
        let kind: HomeserverSetup.Finding.Kind
        var testDescription: String { "\(path) \(status) \(code)" }
    }

    private static let nobody = "sdn_" + String(repeating: "0", count: 40)
    private static let available = "/_matrix/client/v3/register/available?username=\(nobody)"
    private static let profile = "/_matrix/client/v3/profile/%40\(nobody)%3A\(StubHomeserver.serverName)"

    @Test(
        "the check says if strangers can register and if the server names differ",
        arguments: [
            Question(path: available, status: 200, kind: .missing),
            Question(path: available, status: 400, code: "M_USER_IN_USE", kind: .missing),
            Question(path: available, status: 400, code: "M_EXCLUSIVE", kind: .missing),
            Question(path: available, status: 404, code: "M_UNRECOGNIZED", kind: .unchecked),
            Question(path: available, status: 403, code: "M_FORBIDDEN", kind: .good),
            Question(path: profile, status: 502, code: "M_UNKNOWN", kind: .missing),
            Question(path: profile, status: 403, code: "M_FORBIDDEN", kind: .missing),
            Question(path: profile, status: 401, code: "M_MISSING_TOKEN", kind: .unchecked),
            Question(path: profile, status: 404, code: "M_NOT_FOUND", kind: .good),
            // Synapse 1.163.2 says so for its own domain.
            Question(path: profile, status: 404, code: "M_UNKNOWN", kind: .good),
        ])
    func questions(question: Question) async throws {
        let key = GatewayKey(), stub = StubHomeserver(key: key, clock: { Int64(Date().timeIntervalSince1970) })
        let url = try await stub.start()
        stub.answer(question.path, with: StubHomeserver.error(question.status, question.code))
        let found = try await HomeserverSetup.findings(configuration(url, key: key)).map(\.kind)
        let isProfile = question.path == Self.profile
        #expect(found.count == 7 && found[isProfile ? 5 : 4] == question.kind)
        #expect(stub.received.allSatisfy { $0.method == "GET" || $0.target == "/_matrix/client/v3/login" })
        await stub.stop()
    }

    @Test(
        "names that would change the lines for homeserver.yaml are refused",
        arguments: [
            ("https://example.org/", "sdn-gateway", "serverName"), ("example.org", "a\"]\nfoo: bar", "issuer"),
            ("example.org", "a\\", "issuer"), ("", "sdn-gateway", "serverName"),
        ])
    func names(serverName: String, issuer: String, field: String) {
        let error = #expect(throws: GatewayError.self) {
            try GatewayConfiguration.validate(serverName: serverName, issuer: issuer)
        }
        #expect(error?.field == field)
    }

    @Test("a token names the user, is signed by the key and lasts 60 s")
    func token() throws {
        let key = GatewayKey(), token = LoginToken(key: key, issuer: "i", audience: "a")
        let text = try token.text(for: "sdn_1", now: Timestamp(milliseconds: 1_700_000_000_999))
        let parts = text.split(separator: ".").map(String.init)
        #expect(parts.count == 3)
        let claims = String(decoding: try Base64URL.decode(parts[1]), as: UTF8.self)
        #expect(
            claims == #"{"aud":["a"],"exp":1700000060,"iat":1700000000,"iss":"i","sub":"sdn_1"}"#)
        #expect(key.isSignature(try Base64URL.decode(parts[2]), of: Array("\(parts[0]).\(parts[1])".utf8)))
        #expect(!GatewayKey().isSignature(try Base64URL.decode(parts[2]), of: Array("\(parts[0]).\(parts[1])".utf8)))
    }

    @Test("a database that cannot be used is refused with a sentence")
    func databases() async throws {
        let folder = try TemporaryFolder(), path = folder.path("other.sqlite")
        try Data(repeating: 0x41, count: 4_096).write(to: URL(fileURLWithPath: path))
        let damaged = #expect(throws: GatewayError.self) {
            try SQLiteGatewayDatabase(path: path, clock: { Timestamp(milliseconds: 0) })
        }
        #expect(damaged?.code == .databaseUnreadable && damaged?.field == path)
        let elsewhere = folder.path("no/folder/gateway.sqlite")
        let misspelled = #expect(throws: GatewayError.self) {
            try SQLiteGatewayDatabase(path: elsewhere, clock: { Timestamp(milliseconds: 0) })
        }
        #expect(misspelled?.code == .databaseUnwritable && misspelled?.reason.contains("does not exist") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path("no")))
        let unreachable = await #expect(throws: GatewayError.self) {
            try await PostgresGatewayDatabase.open(
                url: "postgres://user:secret@127.0.0.1:1/x?connect_timeout=2", connections: 1)
        }
        #expect(unreachable?.code == .databaseUnreachable && unreachable?.description.contains("secret") == false)
        let malformed = await #expect(throws: GatewayError.self) {
            try await PostgresGatewayDatabase.open(url: "postgres://u:secret@h:port/x", connections: 1)
        }
        #expect(malformed?.code == .configuration && malformed?.description.contains("secret") == false)
    }

    @Test("a file survives its gateway, and two gateways may open it")
    func file() async throws {
        let folder = try TemporaryFolder(), path = folder.path("deep/gateway.sqlite")
        try FileManager.default.createDirectory(atPath: folder.path("deep"), withIntermediateDirectories: false)
        let wallet = try TestWallet(9), clock: @Sendable () -> Timestamp = { Timestamp(milliseconds: 5) }
        let (one, other) = (
            try SQLiteGatewayDatabase(path: path, clock: clock), try SQLiteGatewayDatabase(path: path, clock: clock)
        )
        let challenge = wallet.challenge("a", operation: .create, updated: "then")
        try await DatabaseDIDStore(one, serverName: "x").record(wallet.login(challenge))
        #expect(try await DatabaseDIDStore(other, serverName: "x").dids(of: wallet.address) == [wallet.did])
        await one.close()
        await other.close()
        let again = try SQLiteGatewayDatabase(path: path, clock: clock)
        #expect(try await DatabaseDIDStore(again, serverName: "x").dids(of: wallet.address) == [wallet.did])
        await again.close()
    }

    @Test(
        "several gateways that start at once make the tables once", .enabled(if: PostgresServer.programs != nil))
    func migrations() async throws {
        let configuration = try await GatewayDatabaseKind.configuration()
        let opened = await atOnce(4) { _ in try? await PostgresGatewayDatabase.open(configuration) }
        #expect(opened.count == 4 && opened.allSatisfy { $0 != nil })
        for database in opened { await database?.close() }
        // A newer program has one more migration.
        let pool = try PostgresPool(configuration)
        try await PostgresMigrations(PostgresGatewaySchema.migrations + [PostgresMigration("later", "SELECT 1")]).run(
            on: pool)
        await pool.close()
        let error = await #expect(throws: PostgresError.self) {
            try await PostgresGatewayDatabase.open(configuration)
        }
        #expect(error?.kind == .schemaTooNew)
    }
}
