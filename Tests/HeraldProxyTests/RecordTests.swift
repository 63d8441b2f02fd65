import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HeraldPeer
@testable import HeraldProxy

@Suite("Ids, counts and log lines of requests that are passed on", .timeLimit(.minutes(10)))
struct RecordTests {
    private static func metrics(_ proxy: ProxyFixture) -> String {
        PrometheusText.text(proxy.proxy.listener.ground.families)
    }

    @Test("a request has one id at the homeserver and in its answer, and that of a stranger is replaced")
    func ids() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            var ids: Set<String> = []
            for _ in 0..<2 {
                wire.send(ProxyFixture.request("/_matrix/x", "X-Request-Id: forged\r\nx-request-id: again\r\n"))
                let answer = try wire.message(), id = try #require(answer.head["x-request-id"])
                #expect(answer.head.all("x-request-id").count == 1)
                #expect(Wire.Head(answer.text).all("x-request-id") == [id])
                ids.insert(id)
            }
            #expect(ids.count == 2 && ids.isDisjoint(with: ["forged", "again"]))
            let refused = try proxy.get("/elsewhere")
            #expect(refused.head.status == 404 && refused.head["x-request-id"]?.isEmpty == false)
        }
    }

    @Test("the id of a trusted proxy is passed on, and one that the homeserver writes is replaced")
    func trustedID() async throws {
        let stub = try StubHomeserver { wire, _ in
            let id = try wire.message().head["x-request-id"] ?? ""
            wire.send("HTTP/1.1 200 OK\r\nX-Request-Id: own\r\nContent-Length: \(id.utf8.count)\r\n\r\n\(id)")
        }
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(60))
        limits.proxies = try TrustedProxies(["127.0.0.1"])
        try await ProxyFixture.with(stub, limits: limits) { proxy in
            let answer = try proxy.get("/_matrix/x", "X-Forwarded-For: 192.0.2.1\r\nX-Request-Id: abc-1\r\n")
            #expect(answer.text == "abc-1" && answer.head.all("x-request-id") == ["abc-1"])
        }
    }

    @Test("passed-on requests are counted by method and status, without anything that a client wrote")
    func counts() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub) { proxy in
            for _ in 0..<2 { _ = try proxy.get("/_matrix/secret") }
            _ = try proxy.ask("PATCH /_matrix/secret HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            _ = try proxy.get("/secret")
            let text = Self.metrics(proxy)
            let total = #"herald_http_requests_total{method=""#, route = #"",route="(passed on)",status="200"} "#
            #expect(text.contains("\(total)GET\(route)2\n"))
            #expect(text.contains("\(total)other\(route)1\n"))
            #expect(text.contains(#"herald_http_request_duration_seconds_count{method="GET",route="(passed on)"} 2"#))
            #expect(!text.contains("secret") && !text.contains("PATCH"))
            #expect(proxy.counts.refusals[.path] == 1)
        }
    }

    @Test("a homeserver that does not answer is counted and logged with the id of the request")
    func failure() async throws {
        let gone = try RefusingPort(), lines = LogLines()
        try await ProxyFixture.with(port: gone.port, logger: lines.logger) { proxy in
            let answer = try proxy.get("/_matrix/secret")
            #expect(answer.head.status == 502)
            #expect(Self.metrics(proxy).contains(#"method="GET",route="(passed on)",status="502"} 1"#))
            #expect(proxy.counts.refusals[.unreachable] == 1)
            let line = try #require(lines.all.first)
            #expect(line.metadata["reason"] == "unreachable")
            #expect(line.metadata["request"] == answer.head["x-request-id"])
            #expect(!lines.all.contains { "\($0)".contains("secret") })
        }
    }

    @Test("failures of the homeserver have at most one line a second, and a client's faults have none")
    func pace() {
        let lines = LogLines(), clock = StoppedClock(ContinuousClock.now)
        let log = ProxyLog(lines.logger, clock: clock.read)
        for _ in 0..<5 { log.failed(.timeout, of: nil) }
        for refusal in [ProxyRefusal.path, .malformed, .slowBody, .busy] { log.failed(refusal, of: nil) }
        clock.advance(by: .seconds(1))
        log.failed(.closed, of: RequestID("a"))
        #expect(
            lines.all.map(\.metadata) == [
                ["reason": "timeout"], ["reason": "closed", "request": "a", "skipped": "4"],
            ])
    }

    @Test("a proxy that is not trusted is named once in the log")
    func unknownProxy() async throws {
        let stub = try StubHomeserver.echo(), lines = LogLines()
        try await ProxyFixture.with(stub, logger: lines.logger) { proxy in
            _ = try proxy.get("/_matrix/x")
            #expect(lines.all.isEmpty)
            for _ in 0..<3 { _ = try proxy.get("/_matrix/x", "X-Forwarded-For: 192.0.2.1\r\n") }
            #expect(lines.all.count == 1)
            #expect(lines.all.first?.message.contains("--trusted-proxy") == true)
            #expect(lines.all.first?.metadata == ["address": "127.0.0.1"])
        }
    }
}
