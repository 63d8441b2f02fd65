import Foundation
import HTTPTypes
import HeraldPeer
import Logging
import TestSupport
import Testing
@testable import HeraldProxy

@Suite("The connections of a proxy to its homeserver", .timeLimit(.minutes(10)))
struct UpstreamTests {
    private static let posted = "POST /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"

    @Test("requests one after the other use one connection")
    func reuse() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            for _ in 0..<5 {
                wire.send(ProxyFixture.request("/_matrix/x"))
                #expect(try wire.message().head.status == 200)
            }
            #expect(stub.connections.count == 1)
        }
    }

    @Test("a connection that nobody uses is closed")
    func idle() async throws {
        let ended = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send(StubHomeserver.answer("ok"))
            if wire.isEnded { ended.add() }
        }
        try await ProxyFixture.with(stub, change: { $0.limits.idle = .milliseconds(50) }) { proxy in
            let answer = try proxy.get("/_matrix/x")
            #expect(answer.text == "ok")
            waitUntil { ended.count == 1 && proxy.counts.connections.value == 0 }
        }
    }

    /// Answers one request on each connection, and closes it when the next one has arrived.
    private static func forgetful() throws -> StubHomeserver {
        try StubHomeserver { wire, number in
            _ = try wire.message()
            wire.send(StubHomeserver.answer("\(number)"))
            _ = try wire.message()
        }
    }

    @Test("a GET on a reused connection that turns out closed is sent again on a new one")
    func retry() async throws {
        let stub = try Self.forgetful()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            for expected in ["1", "2"] {
                wire.send(ProxyFixture.request("/_matrix/x"))
                #expect(try wire.message().text == expected)
            }
            #expect(proxy.counts.retried.value == 1)
        }
    }

    @Test("a POST, and a PUT whose body was sent, are not sent again", arguments: ["POST", "PUT"])
    func noRetry(method: String) async throws {
        let stub = try Self.forgetful()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            #expect(try wire.message().text == "1")
            wire.send("\(method) /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
            let answer = try wire.message()
            #expect(answer.head.status == 502)
            #expect(answer.text == ProxyRefusal.closed.body)
            #expect(stub.connections.count == 1)
            #expect(proxy.counts.retried.value == 0)
        }
    }

    @Test("a request on a new connection that is closed is not sent again")
    func closed() async throws {
        let stub = try StubHomeserver { wire, _ in _ = try wire.message() }
        try await ProxyFixture.with(stub) { proxy in
            let answer = try proxy.get("/_matrix/x")
            #expect(answer.head.status == 502)
            #expect(answer.head["content-type"] == "application/json")
            #expect(answer.text == ProxyRefusal.closed.body)
            #expect(stub.connections.count == 1)
        }
    }

    @Test("a homeserver that does not run is answered with 502, and used again when it runs")
    func unreachable() async throws {
        let gone = try RefusingPort()
        try await ProxyFixture.with(port: gone.port) { proxy in
            let wire = try proxy.connect()
            for _ in 0..<2 {
                wire.send(Self.posted)
                let answer = try wire.message()
                #expect(answer.head.status == 502)
                #expect(answer.text == ProxyRefusal.unreachable.body)
            }
            #expect(proxy.counts.requests.value == 0)
        }
    }

    @Test(
        "an answer that is not HTTP, or has too large a header, is answered with 502",
        arguments: [
            "garbage\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
            "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX: \(String(repeating: "a", count: 100_000))\r\n\r\n",
        ])
    func invalidResponse(answer: String) async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send(answer)
            _ = wire.isEnded
        }
        try await ProxyFixture.with(stub) { proxy in
            let answer = try proxy.get("/_matrix/x")
            #expect(answer.head.status == 502)
            #expect(answer.text == ProxyRefusal.invalidResponse.body)
        }
    }

    @Test("a request that the homeserver does not answer gets 504, and a long poll waits for as long as it asks")
    func timeout() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            if try wire.message().head.target.hasPrefix("/_matrix/client/v3/sync") {
                gate.wait()
                wire.send(StubHomeserver.answer("news"))
            }
            _ = wire.isEnded
        }
        try await ProxyFixture.with(stub, change: { $0.limits.firstByte = .milliseconds(100) }) { proxy in
            let poll = try proxy.connect()
            poll.send(ProxyFixture.request("/_matrix/client/v3/sync?timeout=300000&since=x"))
            waitUntil { proxy.counts.requests.value == 1 }
            // This request begins later, has no time of its own, and ends first.
            let answer = try proxy.get("/_matrix/x")
            #expect(answer.head.status == 504)
            #expect(answer.text == ProxyRefusal.timeout.body)
            gate.open()
            #expect(try poll.message().text == "news")
        }
    }

    @Test("a POST has more time, because a sliding sync is one and a join takes long")
    func post() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            gate.wait()
            wire.send(StubHomeserver.answer("joined"))
        }
        func change(_ configuration: inout ProxyConfiguration) {
            (configuration.limits.firstByte, configuration.limits.firstByteOfPost) = (.milliseconds(100), .seconds(600))
        }
        try await ProxyFixture.with(stub, change: change) { proxy in
            let join = try proxy.connect()
            join.send(Self.posted)
            waitUntil { proxy.counts.requests.value == 1 }
            #expect(try proxy.get("/_matrix/x").head.status == 504)
            gate.open()
            #expect(try join.message().text == "joined")
        }
    }

    @Test("the time for which a POST asks the homeserver to wait counts, too")
    func slidingSync() throws {
        let rules = ProxyRules(
            ProxyConfiguration(upstream: UpstreamAddress(host: "127.0.0.1", port: 1), routes: []),
            pools: UpstreamPools(to: UpstreamAddress(host: "127.0.0.1", port: 1), limits: ProxyLimits()),
            log: ProxyLog(Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }), isOwn: { _ in false })
        func wait(_ method: HTTPRequest.Method) -> Duration {
            rules.wait(of: HTTPRequest(method: method, scheme: nil, authority: nil, path: "/x?timeout=120000"))
        }
        #expect(wait(.post) == .seconds(120) && wait(.get) == .seconds(120) && wait(.put) == .zero)
    }

    @Test("requests wait for one of the few connections, in order")
    func waiting() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            while true {
                _ = try wire.message()
                gate.wait()
                wire.send(StubHomeserver.answer("ok"))
            }
        }
        try await ProxyFixture.with(stub, change: { $0.limits.connections = 1 }) { proxy in
            let wires = try (0..<32).map { _ in try proxy.connect() }
            for wire in wires { wire.send(ProxyFixture.request("/_matrix/x")) }
            waitUntil { proxy.counts.requests.value == wires.count }
            #expect(proxy.counts.waiting.value > 0)
            gate.open()
            for wire in wires { #expect(try wire.message().text == "ok") }
            #expect(stub.connections.count < wires.count)
            #expect(proxy.counts.waiting.value == 0)
        }
    }

    @Test(
        "all event loops share the connections: two requests of one loop have both, and each loop gets one in the end")
    func sharing() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            while true {
                _ = try wire.message()
                gate.wait()
                wire.send(StubHomeserver.answer("ok"))
            }
        }
        try await ProxyFixture.with(stub, change: { $0.limits.connections = 2 }) { proxy in
            // The connections of clients are given to the loops in turn, so the first and the last one have the same.
            let wires = try (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in
                let wire = try proxy.connect()
                wire.send("GET /elsewhere HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = try wire.message()
                return wire
            }
            for wire in [wires.first, wires.last] { wire?.send(ProxyFixture.request("/_matrix/x")) }
            waitUntil { stub.connections.count == 2 }
            gate.open()
            for wire in [wires.first, wires.last] { #expect(try wire?.message().text == "ok") }
            // The unused connections of one loop make way for those of the others.
            for wire in wires {
                wire.send(ProxyFixture.request("/_matrix/x"))
                #expect(try wire.message().text == "ok")
            }
            #expect(proxy.counts.waiting.value == 0 && proxy.counts.connections.peak <= 2)
        }
    }

    @Test("if too many requests wait, the next one is refused with 503 and a time to try again")
    func busy() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            _ = wire.isEnded
        }
        func change(_ configuration: inout ProxyConfiguration) {
            (configuration.limits.connections, configuration.limits.waiting) = (1, 1)
            configuration.limits.waitTime = .seconds(600)
        }
        try await ProxyFixture.with(stub, change: change) { proxy in
            var wires: [Wire] = []
            while !wires.contains(where: { $0.connection.hasInput(within: 0) }), wires.count < 100 {
                let wire = try proxy.connect()
                wire.send(ProxyFixture.request("/_matrix/x"))
                wires.append(wire)
                _ = wire.connection.hasInput(within: 5)
            }
            let refused = try #require(wires.first { $0.connection.hasInput(within: 0) })
            let answer = try refused.message()
            #expect(answer.head.status == 503)
            #expect(answer.head["retry-after"] == "5")
            #expect(answer.text == ProxyRefusal.busy.body)
            #expect(proxy.counts.connections.peak <= 1 && proxy.counts.waiting.peak == 1)
        }
    }

    @Test("a request that waits too long for a connection is refused with 503")
    func waitedTooLong() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            _ = wire.isEnded
        }
        func change(_ configuration: inout ProxyConfiguration) {
            configuration.limits.connections = 1
            configuration.limits.waitTime = .milliseconds(50)
        }
        try await ProxyFixture.with(stub, change: change) { proxy in
            let wires = try (0..<32).map { _ in try proxy.connect() }
            for wire in wires { wire.send(ProxyFixture.request("/_matrix/x")) }
            waitUntil { wires.contains { $0.connection.hasInput(within: 0) } }
            let refused = try #require(wires.first { $0.connection.hasInput(within: 0) })
            #expect(try refused.message().text == ProxyRefusal.busy.body)
        }
    }
}
