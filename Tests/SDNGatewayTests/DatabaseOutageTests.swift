import HeraldJSON
import HeraldKeys
import HeraldPostgres
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite(
    "A gateway whose PostgreSQL fails while it runs", .enabled(if: PostgresServer.programs != nil),
    .timeLimit(.minutes(10)))
struct DatabaseOutageTests {
    /// A request of a client.
    private struct Request: Sendable {
        let method: String
        let path: String
        var token: String?
        var body: JSONValue?
    }

    private static let preLogin = "/_api/client/unstable/did/pre_login1", login = "/_api/client/unstable/did/login"
    private static let passed = "/_matrix/client/v3/joined_rooms"
    private let wallet: TestWallet

    init() throws { wallet = try TestWallet(81) }

    @Test(
        "while PostgreSQL is stopped or read-only, what needs it gets 503 with Retry-After and the rest is passed on; then all goes on by itself"
    )
    func outage() async throws {
        let server = try await PostgresServer.make()
        var configuration = try PostgresConfiguration(PostgresURL(server.url()), schema: PostgresGatewaySchema.name)
        configuration.limits.connections = 4
        let database = TestDatabase(try await opened(configuration), folder: nil)
        // With limits, the first statement of many requests would be that of the limit.
        try await GatewayFixture.with(database: database, change: { $0.rates = .unlimited }) { fixture in
            let token = try await logIn(fixture)
            let changes = try await writes(fixture, token)
            let address = Request(method: "GET", path: "/_api/client/unstable/address/\(wallet.address.checksummed)")

            try await PostgresServer.onThread { try server.stop() }
            try await expectRefusals(fixture, of: changes + [address])
            try await expectPassed(fixture, token)
            // The result is up to a second old.
            while try await fixture.ask("GET", "/ready").status == 200 { await Task.yield() }
            #expect(try await fixture.ask("GET", "/health").status == 200)
            try await PostgresServer.onThread { try server.start() }
            #expect(try await repeated(fixture, Request(method: "GET", path: "/ready")) == 200)
            _ = try await logIn(fixture)

            try await PostgresServer.onThread { try server.becomeStandby() }
            // Once it answers, a standby knows the DIDs.
            #expect(try await repeated(fixture, address) == 200)
            try await expectRefusals(fixture, of: changes)
            try await expectPassed(fixture, token)
            try await PostgresServer.onThread { try server.promote() }
            _ = try await logIn(fixture)
            #expect(try await repeated(fixture, Request(method: "GET", path: "/ready")) == 200)
        }
    }

    /// Opens a database whose times are so short that an outage is noticed soon. On a busy machine they may pass during the start, too.
    private func opened(_ configuration: PostgresConfiguration) async throws -> PostgresGatewayDatabase {
        while true {
            do throws(PostgresError) {
                return try await PostgresGatewayDatabase.open(configuration)
            } catch {
                guard error.isTemporary else { throw error }
            }
            try Task.checkCancellation()
        }
    }

    /// Returns requests for which the gateway writes to its database, or reads what a standby does not have. One answers a challenge.
    private func writes(_ fixture: GatewayFixture, _ token: String) async throws -> [Request] {
        let user = PercentEncoding.encodeSegment(UserID(did: wallet.did, domain: StubHomeserver.serverName).text)
        let answer = try wallet.answer(try await challenge(fixture))
        return [
            Request(method: "POST", path: Self.preLogin, body: ["address": .string(wallet.address.checksummed)]),
            Request(method: "POST", path: Self.login, body: answer.parts().body),
            Request(method: "DELETE", path: "/_matrix/client/v3/devices/PHONE", token: token, body: [:]),
            Request(
                method: "PUT", path: "/_api/client/r0/profile/\(user)/signature", token: token,
                body: ["signature": "at sea"]),
        ]
    }

    private func expectRefusals(_ fixture: GatewayFixture, of requests: [Request]) async throws {
        let answers = await atOnce(requests.count) { number in
            let request = requests[number]
            let answer = try? await fixture.ask(request.method, request.path, token: request.token, request.body)
            return (request.path, answer?.status, answer?.json["errcode"], answer?.headers["retry-after"])
        }
        for (path, status, code, wait) in answers {
            #expect(status == 503 && code == "M_UNKNOWN" && wait == "1", "\(path): \(status as Any)")
        }
    }

    private func expectPassed(_ fixture: GatewayFixture, _ token: String) async throws {
        let answer = try await fixture.ask("GET", Self.passed, token: token)
        #expect(answer.status == 200 && answer.json["path"]?.stringValue == Self.passed)
    }

    /// Sends a request until it gets another answer than 503, and returns the status.
    private func repeated(_ fixture: GatewayFixture, _ request: Request) async throws -> Int {
        while true {
            let answer = try await fixture.ask(request.method, request.path, token: request.token, request.body)
            guard answer.status == 503 else { return answer.status }
        }
    }

    /// Returns a challenge for the wallet. The request is repeated after 503.
    private func challenge(_ fixture: GatewayFixture) async throws -> PreLoginResponse {
        while true {
            let asked = try await fixture.ask(
                "POST", Self.preLogin, ["address": .string(wallet.address.checksummed)])
            if asked.status != 503 { return try PreLoginResponse(json: JSONReader(asked.json)) }
        }
    }

    /// Logs in as a client that begins again after 503, and returns the access token.
    private func logIn(_ fixture: GatewayFixture) async throws -> String {
        while true {
            let challenge = try await challenge(fixture)
            let answer = try await fixture.ask("POST", Self.login, wallet.answer(challenge).parts().body)
            if answer.status == 503 { continue }
            #expect(answer.status == 200, "\(answer.json)")
            return try #require(answer.json["access_token"]?.stringValue)
        }
    }
}
