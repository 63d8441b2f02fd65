import HTTPTypes
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("An operator's monitoring", .timeLimit(.minutes(10)))
struct MonitoringTests {
    private struct Down: Error {}

    private static func get(_ path: String, _ more: String = "", method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(more)\r\n"
    }

    private static func monitoring(_ readers: [String], isReady: Bool = true, isDegraded: Bool = false) throws
        -> Monitoring
    {
        Monitoring(
            readers: try TrustedAddresses(readers),
            isOperator: { $0.headers[.authorization] == "Bearer operator" },
            readiness: Readiness([
                .init("database") { if !isReady { throw Down() } },
                .init("homeserver", isDependency: true) { if isDegraded { throw Down() } },
            ]),
            families: { [MetricFamily("own", .gauge, "The server's own.", 7)] })
    }

    private static func page(_ socket: TestSocket, _ more: String = "") throws -> PrometheusPage {
        socket.write(get("/metrics", more))
        let answer = try socket.read()
        #expect(answer.status == 200 && answer.headers["content-type"] == PrometheusText.contentType)
        return try PrometheusPage(String(decoding: answer.body, as: UTF8.self))
    }

    @Test("requests, times, connections and refusals are counted, and an unknown path is other")
    func counts() async throws {
        try await TestPeer.with(monitoring: try Self.monitoring(["loopback"])) { listener in
            let socket = try TestSocket(port: listener.port)
            for path in ["/3", "/3", "/secret-room-id", "/health", "/ready"] {
                socket.write(Self.get(path))
                _ = try socket.read()
            }
            let refused = try TestSocket(port: listener.port)
            refused.write(Self.get("/x", "Content-Length: \((1 << 20) + 1)\r\n", method: "POST"))
            #expect(try refused.read().status == 413)
            let page = try Self.page(socket)
            let requests = "herald_http_requests_total"
            #expect(page.value(requests, ["method": "GET", "route": "other", "status": "200"]) == 2)
            #expect(page.value(requests, ["method": "GET", "route": "other", "status": "404"]) == 1)
            #expect(page.value(requests, ["method": "POST", "route": "other", "status": "413"]) == 1)
            #expect(page.value(requests, ["method": "GET", "route": "/health", "status": "200"]) == 1)
            #expect(
                page.value("herald_http_request_duration_seconds_count", ["method": "GET", "route": "other"]) == 3)
            #expect(page.value("herald_http_requests_in_progress") == 1)
            #expect((1...2).contains(page.value("herald_http_connections_open") ?? 0))
            #expect(page.value("herald_http_refusals_total", ["reason": "body_too_long"]) == 1)
            #expect(page.value("herald_http_refusals_total", ["reason": "rate_limit"]) == 0)
            #expect(page.value("own") == 7)
            #expect(!page.samples.contains { $0.labels.values.contains { $0.contains("secret") } })
        }
    }

    @Test("a refused connection is counted by its reason")
    func connections() async throws {
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(30))
        limits.connections.arrivalsPerSecond = 1
        limits.connections.arrivalsAtOnce = 1
        try await TestPeer.with(limits) { listener in
            // The limit allows one connection a second, and this loop opens up to ten.
            while try !TestSocket(port: listener.port).isClosed(within: 100) {}
            #expect(listener.ground.metrics.refusals[.connectionRate] > 0)
            #expect(listener.ground.metrics.refusals[.connectionLimit] == 0)
        }
    }

    @Test(
        "for those who may not read the metrics the path does not exist",
        arguments: [
            (["loopback"], "", true), ([], "", false), (["192.0.2.0/24"], "", false), (["127.0.0.0/8"], "", true),
            (["loopback"], "Origin: http://page.example\r\n", false),
            (["loopback"], "X-Forwarded-For: 127.0.0.1\r\n", false), (["loopback"], "Via: 1.1 proxy\r\n", false),
            ([], "Authorization: Bearer operator\r\n", true), ([], "Authorization: Bearer other\r\n", false),
        ])
    func readers(readers: [String], more: String, mayRead: Bool) async throws {
        try await TestPeer.with(monitoring: try Self.monitoring(readers)) { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.get("/metrics", more))
            #expect(try socket.read().status == (mayRead ? 200 : 404))
            socket.write(Self.get("/health", more))
            #expect(try socket.read().status == 200)
        }
    }

    @Test(
        "behind a trusted proxy, an address that is named itself reads the metrics over a connection without forwarding headers",
        arguments: [
            (["127.0.0.1"], "", true), (["127.0.0.0/8"], "", true), (["192.0.2.1", "127.0.0.1"], "", true),
            (["loopback"], "", false), ([], "", false), (["192.0.2.0/24"], "", false),
            (["127.0.0.1"], "X-Forwarded-For: 198.51.100.7\r\n", false),
            (["127.0.0.1", "loopback"], "X-Forwarded-For: junk\r\n", false),
            (["127.0.0.1"], "Forwarded: proto=https\r\n", false), (["127.0.0.1"], "X-Real-IP: 127.0.0.1\r\n", false),
            (["127.0.0.1"], "Via: 1.1 proxy\r\n", false), (["127.0.0.1"], "Origin: http://page.example\r\n", false),
            (["loopback"], "X-Forwarded-For: 127.0.0.1\r\n", true),
        ])
    func behindProxy(readers: [String], more: String, mayRead: Bool) async throws {
        var limits = TestPeer.limits()
        limits.proxies = try TrustedProxies(["127.0.0.1"])
        try await TestPeer.with(limits, monitoring: try Self.monitoring(readers)) { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.get("/metrics", more))
            #expect(try socket.read().status == (mayRead ? 200 : 404))
        }
    }

    @Test("a page whose host name leads to this machine reads no metrics")
    func rebinding() async throws {
        for proxies in [[], ["127.0.0.1"]] as [[String]] {
            var limits = TestPeer.limits()
            limits.proxies = try TrustedProxies(proxies)
            let monitoring = try Self.monitoring(["loopback", "127.0.0.1"])
            try await TestPeer.with(limits, monitoring: monitoring) { listener in
                let socket = try TestSocket(port: listener.port)
                socket.write("GET /metrics HTTP/1.1\r\nHost: attacker.example\r\n\r\n")
                #expect(try socket.read().status == 404)
            }
        }
    }

    @Test(
        "a network that is everybody, and a text that is none, are no readers", arguments: ["0.0.0.0/0", "::/0", "x"])
    func malformed(text: String) {
        #expect(throws: TrustedAddresses.Malformed.self) { try TrustedAddresses([text]) }
    }

    @Test("a server whose database does not answer is alive and not ready")
    func notReady() async throws {
        try await TestPeer.with(monitoring: try Self.monitoring(["loopback"], isReady: false)) { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.get("/health"))
            #expect(try socket.read().body == Array(#"{"status":"ok"}"#.utf8))
            socket.write(Self.get("/ready"))
            let answer = try socket.read()
            #expect(answer.status == 503 && answer.headers["retry-after"] == "1")
            #expect(answer.body == Array(#"{"status":"unavailable","failing":["database"]}"#.utf8))
        }
    }

    @Test("a server is ready although another server that it depends on does not answer")
    func degraded() async throws {
        for isReady in [true, false] {
            let monitoring = try Self.monitoring(["loopback"], isReady: isReady, isDegraded: true)
            try await TestPeer.with(monitoring: monitoring) { listener in
                let socket = try TestSocket(port: listener.port)
                socket.write(Self.get("/ready"))
                let answer = try socket.read()
                #expect(answer.status == (isReady ? 200 : 503))
                let text = #"{"status":"ok","degraded":["homeserver"]}"#
                let both = #"{"status":"unavailable","failing":["database"],"degraded":["homeserver"]}"#
                #expect(answer.body == Array((isReady ? text : both).utf8))
            }
        }
    }

    @Test("other methods and longer paths of the endpoints are the server's own")
    func others() async throws {
        try await TestPeer.with(monitoring: try Self.monitoring(["loopback"])) { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.get("/metrics", "Content-Length: 0\r\n", method: "POST"))
            #expect(try socket.read().body == Array("0".utf8))
            socket.write(Self.get("/metrics/x"))
            #expect(try socket.read().status == 404)
        }
    }
}
