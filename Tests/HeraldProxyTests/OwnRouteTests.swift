import HTTPTypes
import HeraldPeer
import TestSupport
import Testing
@testable import HeraldProxy

@Suite("Requests that the server answers itself", .timeLimit(.minutes(10)))
struct OwnRouteTests {
    private static let routes = [
        OwnRoutes.Route(.get, "/_matrix/own") { request, _ in
            ListenerResponse(.ok, body: .bytes(Array("own \(request.client.text)".utf8)))
        },
        OwnRoutes.Route(.post, "/_matrix/client/v3/login", reading: .whole(upTo: 100)) { _, body in
            ListenerResponse(.ok, body: .bytes(body.bytes))
        },
    ]

    @Test("own routes are answered by the server, with any query, and all other requests by the homeserver")
    func own() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub, own: Self.routes) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/own?x=1"))
            #expect(try wire.message().text == "own 127.0.0.1")
            wire.send("POST /_matrix/client/v3/login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}")
            #expect(try wire.message().text == "{}")
            #expect(stub.connections.count == 0)
            wire.send(ProxyFixture.request("/_matrix/client/v3/login"))
            #expect(try wire.message().text.hasPrefix("GET /_matrix/client/v3/login HTTP/1.1"))
            wire.send(ProxyFixture.request("/_matrix/own"))
            #expect(try wire.message().text == "own 127.0.0.1")
        }
    }

    @Test(
        "another spelling of an own path does not reach the homeserver",
        arguments: ["/_matrix/client/v3//login", "/_matrix/client/v3/%6Cogin", "/_matrix/client/./v3/login"])
    func ambiguousPath(target: String) async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub, own: Self.routes) { proxy in
            let answer = try proxy.ask("POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}")
            #expect(answer.head.status == 400)
            #expect(answer.text == ProxyRefusal.ambiguousPath.body)
            #expect(stub.connections.count == 0)
        }
    }

    @Test("requests that a client sends without waiting are answered in order, whoever answers them")
    func pipelined() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub, own: Self.routes) { proxy in
            let wire = try proxy.connect()
            let targets = ["/_matrix/own", "/_matrix/a", "/_matrix/b", "/_matrix/own", "/metrics", "/_matrix/c"]
            wire.send(targets.map { ProxyFixture.request($0) }.joined())
            for target in targets {
                let answer = try wire.message()
                switch target {
                case "/_matrix/own": #expect(answer.text == "own 127.0.0.1")
                case "/metrics": #expect(answer.head.status == 404)
                default: #expect(answer.text.hasPrefix("GET \(target) "))
                }
            }
            #expect(proxy.counts.heldBytes.value == 0)
        }
    }

    @Test("a body that is too long for an own route gets an error of Matrix")
    func tooLong() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub, own: Self.routes) { proxy in
            let body = String(repeating: "a", count: 101)
            let answer = try proxy.ask(
                "POST /_matrix/client/v3/login HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n\(body)")
            #expect(answer.head.status == 413)
            #expect(answer.text.hasPrefix(#"{"errcode":"M_TOO_LARGE""#))
        }
    }

    @Test("the server is asked once about each request, even if the request waits for earlier ones")
    func askedOnce() async throws {
        let stub = try StubHomeserver.echo(), asked = Tally()
        try await ProxyFixture.with(stub, own: Self.routes, asked: asked) { proxy in
            let wire = try proxy.connect()
            let targets = ["/_matrix/a", "/_matrix/own", "/_matrix/b", "/_matrix/own", "/_matrix/c"]
            wire.send(targets.map { ProxyFixture.request($0) }.joined())
            for _ in targets { #expect(try wire.message().head.status == 200) }
            #expect(asked.count == targets.count)
        }
    }

    @Test("a refusal for want of room names the time after which to try again")
    func retryAfter() {
        let routes = OwnRoutes(Self.routes)
        #expect(routes.response(to: .noRoomForResponse(retryAfter: .seconds(7))).headers[.retryAfter] == "7")
        for refusal in [BodyBudget.Refusal.address, .everybody] {
            #expect(routes.response(to: .noRoomForBody(refusal)).headers[.retryAfter] == "5")
        }
        #expect(routes.response(to: .bodyTooSlow).headers[.retryAfter] == nil)
    }

    @Test("a connection without a request is closed after its idle time, and not during a request")
    func idle() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            gate.wait()
            wire.send(StubHomeserver.answer("ok"))
        }
        let limits = HTTPListener.Limits(
            connections: ConnectionLimits(keepAlive: .seconds(3)), bodyDeadline: .seconds(60))
        try await ProxyFixture.with(stub, limits: limits, own: Self.routes) { proxy in
            let busy = try proxy.connect(), idle = try proxy.connect()
            busy.send(ProxyFixture.request("/_matrix/x"))
            idle.send(ProxyFixture.request("/_matrix/own"))
            #expect(try idle.message().head.status == 200)
            #expect(idle.isEnded)
            gate.open()
            #expect(try busy.message().text == "ok")
            #expect(busy.isEnded)
        }
    }

    @Test("a connection and a request for which there is no room are refused with an error of Matrix")
    func full() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            _ = wire.isEnded
        }
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(60))
        limits.connections.inAll = 2
        try await ProxyFixture.with(stub, limits: limits) { proxy in
            // One address, here loopback, has at most half of the connections.
            let busy = try proxy.connect()
            busy.send(ProxyFixture.request("/_matrix/x"))
            waitUntil { proxy.counts.requests.value == 1 }
            let refused = try proxy.connect().message()
            #expect(refused.head.status == 503 && refused.head["access-control-allow-origin"] == "*")
            #expect(refused.text == ProxyListener.full && refused.head["retry-after"] == "5")
        }
    }

    @Test("a client behind a trusted proxy that has too many open requests is refused with an error of Matrix")
    func fullBehindProxy() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            _ = wire.isEnded
        }
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(60))
        limits.connections.perAddress = 1
        limits.proxies = try TrustedProxies(["127.0.0.1"])
        try await ProxyFixture.with(stub, limits: limits) { proxy in
            let busy = try proxy.connect(), client = "X-Forwarded-For: 192.0.2.1\r\n"
            busy.send(ProxyFixture.request("/_matrix/x", client))
            waitUntil { proxy.counts.requests.value == 1 }
            let refused = try proxy.get("/_matrix/x", client)
            #expect(refused.head.status == 503 && refused.text == ProxyListener.full)
            let head = try proxy.connect()
            head.send("HEAD /_matrix/x HTTP/1.1\r\nHost: a\r\n\(client)\r\n")
            #expect(try head.head().status == 503)
            #expect(try head.rest().isEmpty)
        }
    }
}
