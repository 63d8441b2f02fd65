import HTTPTypes
import HeraldJSON
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("What a gateway answers itself and what it passes on (SDN sheet 8.4)", .timeLimit(.minutes(10)))
struct RoutingTests {
    @Test(
        "paths of SendingNetwork reach the homeserver as paths of Matrix",
        arguments: [
            ("/_api/client/v3/sync?timeout=0&since=a%2Fb", "/_matrix/client/v3/sync?timeout=0&since=a%2Fb"),
            ("/_api/client/r0/rooms/%21a%3Ab/state/x/", "/_matrix/client/v3/rooms/%21a%3Ab/state/x/"),
            ("/_api/client/v1/rooms/%21a/event/%24a%2Fb", "/_matrix/client/v1/rooms/%21a/event/%24a%2Fb"),
            ("/_matrix/client/versions", "/_matrix/client/versions"),
            ("/_matrix/client/r0/sync", "/_matrix/client/r0/sync"),
            ("/_api/media/r0/download/a/b", "/_matrix/client/v1/media/download/a/b"),
            ("/_api/media/v3/thumbnail/a/b?width=1", "/_matrix/client/v1/media/thumbnail/a/b?width=1"),
            ("/_api/media/r0/config", "/_matrix/client/v1/media/config"),
            ("/_api/media/r0/upload?filename=a", "/_matrix/media/v3/upload?filename=a"),
            ("/_matrix/media/v3/download/a/b", "/_matrix/media/v3/download/a/b"),
            ("/_api/client/unstable/org.example/x", "/_matrix/client/unstable/org.example/x"),
        ])
    func passedOn(path: String, expected: String) async throws {
        try await GatewayFixture.with { fixture in
            _ = try await fixture.ask("GET", path, token: "t")
            let received = try #require(fixture.stub.received.first)
            #expect(received.target == expected)
            #expect(received.authorization == "Bearer t")
            #expect(fixture.stub.received.count == 1)
        }
    }

    @Test(
        "nothing else reaches the homeserver",
        arguments: [
            "/_synapse/admin/v1/users", "/_api/../_synapse/admin/v1/users", "/_matrix/../_synapse/admin",
            "/_matrix/%2e%2e/_synapse/admin", "/_matrix//_synapse/admin", "/", "/metrics.txt",
            "/_api/client/v3/%6Cogin",
        ])
    func refused(path: String) async throws {
        try await GatewayFixture.with { fixture in
            let answer = try await fixture.ask("GET", path)
            #expect([400, 404].contains(answer.status))
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test(
        "no other spelling of an endpoint of the gateway reaches the homeserver",
        arguments: [
            "/_matrix/client/v3%2Fregister", "/_matrix/client/v3%2flogin", "/_matrix/client/v3/login%2F",
            "/_matrix/client/v3/login/", "/_matrix/client/v3/register;a", "/_matrix/client/v3/register%3Ba",
            "/_matrix/client/v3;a/login;b/", "/_api/client/r0/login/", "/_matrix/client/api/v1/register/",
        ])
    func otherSpellings(path: String) async throws {
        try await GatewayFixture.with { fixture in
            let body: JSONValue = ["username": "sdn_aaaa", "type": "m.login.password"]
            let answer = try await fixture.ask("POST", path, token: "t", body)
            #expect(answer.status == 404)
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test(
        "a value of dots in a path of the gateway reaches no other path of the homeserver",
        arguments: [
            "/_api/client/r0/rooms/%2E%2E/redact/%2E%2E/login", "/_api/client/r0/rooms/%21a%3Ab/redact/%2e/t",
            "/_api/client/r0/rooms/%21a%2F..%2Fb/redact/%24e/t",
        ])
    func dots(path: String) async throws {
        try await GatewayFixture.with { fixture in
            let answer = try await fixture.ask("PUT", path, token: "t", [:])
            #expect(answer.status == 400 && answer.json["errcode"] == "M_INVALID_PARAM")
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test(
        "paths that are not the gateway's keep their slashes and semicolons",
        arguments: [
            "/_matrix/client/v3/pushrules/", "/_matrix/client/v3/rooms/%21a%3Ab/state/m.x/",
            "/_matrix/client/v3/rooms/%21a%3Ab/state/m.x/a;b", "/_matrix/client/v3/rooms/%21a%3Ab/event/%24a%2Fb",
        ])
    func kept(path: String) async throws {
        try await GatewayFixture.with { fixture in
            _ = try await fixture.ask("GET", path, token: "t")
            #expect(fixture.stub.received.map(\.target) == [path])
        }
    }

    @Test("clients find the gateway and not the homeserver")
    func wellKnown() async throws {
        try await GatewayFixture.with { fixture in
            for path in ["/.well-known/sdn/client", "/.well-known/matrix/client"] {
                let answer = try await fixture.ask("GET", path)
                #expect(
                    answer.json["m.homeserver"]?["base_url"]?.stringValue == fixture.gateways[0].baseURL)
            }
        }
        try await GatewayFixture.with(change: { $0.publicURL = "https://chat.example" }) { fixture in
            let answer = try await fixture.ask("GET", "/.well-known/matrix/client")
            #expect(answer.json["m.homeserver"]?["base_url"]?.stringValue == "https://chat.example")
        }
    }

    @Test("a redirect of the homeserver leads clients to the gateway, or with media and browsers' logins elsewhere")
    func redirects() async throws {
        try await GatewayFixture.with(change: { $0.publicURL = "https://chat.example" }) { fixture in
            let sync = "/_matrix/client/v3/sync", media = "/_matrix/client/v1/media/download/a/b"
            let sso = "/_matrix/client/v3/login/sso/redirect"
            func location(_ path: String, _ target: String, _ text: String) async throws -> String? {
                fixture.stub.answer(target, with: .init(status: 302, body: "{}", headers: [.location: text]))
                let answer = try await fixture.ask("GET", path)
                #expect(answer.status == (answer.headers["location"] == nil ? 502 : 302))
                return answer.headers["location"]
            }
            let inner = "\(fixture.homeserver)/_matrix/x", own = "https://chat.example/_matrix/x"
            let shown = try await location(sync, sync, inner)
            #expect(shown == own)
            #expect(try await location("/_api/client/r0/sync", sync, "/_matrix/x") == "/_matrix/x")
            #expect(try await location(sync, sync, own) == own)
            let elsewhere = "https://store.example/x"
            #expect(try await location(sync, sync, elsewhere) == nil)
            #expect(try await location(media, media, elsewhere) == elsewhere)
            // The request has no token.
            let open = "/_matrix/media/v3/download/a/b"
            #expect(try await location("/_api/media/r0/download/a/b", open, elsewhere) == elsewhere)
            #expect(try await location(sso, sso, elsewhere) == elsewhere)
            #expect(try await location(media, media, inner) == own)
        }
    }

    @Test("a preflight request for an own path is answered without the homeserver")
    func preflight() async throws {
        try await GatewayFixture.with { fixture in
            let answer = try await fixture.ask("OPTIONS", "/_api/client/unstable/did/login")
            #expect(answer.status == 204 && answer.headers["access-control-allow-origin"] == "*")
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test("monitoring answers, and names a homeserver that is down without taking the gateway away")
    func monitoring() async throws {
        try await GatewayFixture.with { fixture in
            #expect(try await fixture.ask("GET", "/health").status == 200)
            #expect(try await fixture.ask("GET", "/ready").status == 200)
            _ = try await fixture.logIn(TestWallet(5))
            #expect(try await fixture.ask("GET", "/metrics").status == 200)
            #expect(fixture.stub.received("/metrics").isEmpty && fixture.stub.received("/health").isEmpty)
        }
        try await GatewayFixture.with { fixture in
            await fixture.stub.stop()
            let answer = try await fixture.ask("GET", "/ready")
            #expect(answer.status == 200 && answer.json["degraded"]?.arrayValue == ["homeserver"])
            #expect(try await fixture.ask("GET", "/health").status == 200)
        }
    }

    @Test("bad bodies of own requests are errors of Matrix")
    func badBodies() async throws {
        try await GatewayFixture.with { fixture in
            let path = "/_api/client/unstable/did/pre_login1"
            for (body, code) in [
                (JSONValue.array([]), "M_BAD_JSON"), (["address": "0x"], "M_INVALID_PARAM"), ([:], "M_MISSING_PARAM"),
            ] {
                let answer = try await fixture.ask("POST", path, body)
                #expect(answer.status == 400 && answer.json["errcode"]?.stringValue == code, "\(body)")
            }
            let long = try await fixture.ask(
                "POST", path, ["address": .string(String(repeating: "a", count: GatewayHandler.bodyLimit))])
            #expect(long.status == 413 && long.json["errcode"]?.stringValue == "M_TOO_LARGE")
        }
    }

    @Test("the limit for a remote network applies to all instances together")
    func limited() async throws {
        let change: (inout GatewayConfiguration) -> Void = {
            $0.rates = .unlimited
            $0.rates.loginPerRemote = GatewayRate(perSecond: 0.001, burst: 3)
        }
        try await GatewayFixture.with(count: 2, change: change) { fixture in
            let path = "/_api/client/unstable/address/0x0000000000000000000000000000000000000001"
            for gateway in [0, 1, 0] { #expect(try await fixture.ask("GET", path, at: gateway).status == 200) }
            for gateway in [0, 1] {
                let answer = try await fixture.ask("GET", path, at: gateway)
                #expect(answer.status == 429 && answer.headers["retry-after"] != nil)
            }
        }
    }
}
