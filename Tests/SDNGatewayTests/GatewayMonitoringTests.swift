import HeraldJSON
import HeraldKeys
import HeraldPeer
import SDNIdentity
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("What an operator sees of a gateway", .timeLimit(.minutes(10)))
struct GatewayMonitoringTests {
    private static let requests = "herald_http_requests_total", refusals = "herald_http_refusals_total"
    private static let logins = "herald_gateway_logins_total"

    @Test(
        "logins, requests that are passed on, refusals and the database are counted, without ids and tokens",
        arguments: GatewayDatabaseKind.allCases)
    func scenario(kind: GatewayDatabaseKind) async throws {
        try await GatewayFixture.with(kind) { fixture in
            let wallet = try TestWallet(83), login = "/_api/client/unstable/did/login"
            let challenge = try await fixture.challenge(wallet)
            let body = try wallet.answer(challenge, deviceID: "SECRETDEVICE").parts().body
            let session = try await fixture.ask("POST", login, body)
            let token = try #require(session.json["access_token"]?.stringValue)
            #expect(try await fixture.ask("POST", login, body).status == 403)
            let sync = try await fixture.ask("GET", "/_matrix/client/v3/sync?since=secret-since", token: token)
            #expect(sync.status == 200)
            #expect(try await fixture.ask("PUT", "/_api/client/v3/rooms/%21secret/x", token: token, [:]).status == 200)
            #expect(try await fixture.ask("GET", "/_synapse/admin/v1/users?secret").status == 404)
            let contacts = "/_api/client/r0/contacts_list/\(UserID(did: wallet.did, domain: StubHomeserver.serverName))"
            #expect(try await fixture.ask("GET", contacts, token: token).status == 200)
            #expect(try await fixture.ask("GET", contacts, token: "secret-token").status == 401)
            #expect(try await fixture.ask("GET", contacts).status == 401)
            let text = try await fixture.metrics(), page = try PrometheusPage(text)
            #expect(page.value(Self.logins, ["outcome": "accepted"]) == 1)
            #expect(page.value(Self.logins, ["outcome": "refused"]) == 1)
            #expect(page.value(Self.logins, ["outcome": "failed"]) == 0)
            for method in ["GET", "PUT"] {
                let labels = ["method": method, "route": "(passed on)", "status": "200"]
                #expect(page.value(Self.requests, labels) == 1, "\(method)")
            }
            #expect(page.value(Self.requests, ["method": "GET", "status": "401"]) == 2)
            #expect(page.value(Self.refusals, ["reason": "wrong_token"]) == 1)
            #expect(page.value(Self.refusals, ["reason": "missing_token"]) == 1)
            #expect(page.value("herald_gateway_homeserver_refusals_total", ["reason": "path"]) == 1)
            #expect(page.value("herald_gateway_homeserver_requests") != nil)
            #expect((page.value("herald_gateway_homeserver_connections") ?? 0) >= 1)
            let secrets = [
                token, wallet.address.checksummed, wallet.did.hex, challenge.randomServer, "SECRETDEVICE", "secret",
                "127.0.0.1",
            ]
            #expect(secrets.filter { text.lowercased().contains($0.lowercased()) } == [])
            Self.checkDatabase(page, kind)
        }
    }

    private static func checkDatabase(_ page: PrometheusPage, _ kind: GatewayDatabaseKind) {
        let writes = page.value("herald_database_writes_total"), inUse = page.value("herald_gateway_database_in_use")
        switch kind {
        case .memory, .file:
            #expect((writes ?? 0) >= 3 && (page.value("herald_database_commits_total") ?? 0) >= 1)
            #expect(page.value("herald_database_writes_waiting") == 0 && inUse == nil)
        case .postgres:
            #expect(inUse != nil && (page.value("herald_gateway_database_idle") ?? 0) >= 1)
            #expect(page.value("herald_gateway_database_waiting") == 0 && writes == nil)
            #expect(page.value("herald_gateway_database_failed_total") == 0)
        }
    }

    @Test("the routes in the metrics come from the gateway's own table")
    func boundedLabels() async throws {
        try await GatewayFixture.with { fixture in
            for number in 0..<20 { _ = try await fixture.ask("GET", "/_matrix/client/v3/x\(number)/\(number)") }
            let page = try PrometheusPage(try await fixture.metrics())
            let shown = Set(page.samples.compactMap { $0.labels["route"] }.filter { $0 != "(passed on)" })
            #expect(shown.subtracting(Monitoring.paths).subtracting(["other"]) == [])
        }
    }
}
