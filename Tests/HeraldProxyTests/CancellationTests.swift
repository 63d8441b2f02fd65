import HeraldPeer
import TestSupport
import Testing
@testable import HeraldProxy

@Suite("Ends of requests through a proxy", .timeLimit(.minutes(10)))
struct CancellationTests {
    @Test("if the client leaves during a long poll, the request at the homeserver ends")
    func clientLeaves() async throws {
        let ended = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            if wire.isEnded { ended.add() }
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/client/v3/sync?timeout=300000"))
            waitUntil { proxy.counts.connections.value == 1 }
            wire.connection.close()
            waitUntil { ended.count == 1 && proxy.counts.connections.value == 0 && proxy.counts.requests.value == 0 }
        }
    }

    @Test("a stop ends long polls without an answer, and waits for other requests")
    func stop() async throws {
        let gate = Gate(), received = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            received.add()
            gate.wait()
            wire.send(StubHomeserver.answer("done"))
        }
        try await ProxyFixture.with(stub, farewell: .seconds(600)) { proxy in
            let poll = try proxy.connect(), request = try proxy.connect()
            poll.send(ProxyFixture.request("/_matrix/client/v3/sync?timeout=300000"))
            request.send(ProxyFixture.request("/_matrix/x"))
            waitUntil { received.count == 2 }
            let stopped = Tally()
            Task {
                await proxy.proxy.stop()
                stopped.add()
            }
            #expect(poll.isEnded)
            #expect(stopped.count == 0)
            gate.open()
            let answer = try request.message()
            #expect(answer.text == "done" && answer.head["connection"] == "close")
            waitUntil { stopped.count == 1 }
        }
    }

    @Test("if the client leaves during an upload, the request at the homeserver ends")
    func clientLeavesUpload() async throws {
        let ended = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.head()
            if wire.isEnded { ended.add() }
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc")
            waitUntil { proxy.counts.connections.value == 1 }
            wire.connection.reset()
            waitUntil { ended.count == 1 && proxy.counts.heldBytes.value == 0 }
        }
    }

    @Test("if the homeserver leaves during a response, the client sees that it is incomplete")
    func homeserverLeaves() async throws {
        let gate = Gate()
        let stub = try StubHomeserver { wire, _ in
            let isChunked = try wire.message().head.target.hasSuffix("chunked")
            wire.send("HTTP/1.1 200 OK\r\n")
            wire.send(isChunked ? "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n" : "Content-Length: 100\r\n\r\nabc")
            gate.wait()
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect(), chunked = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            chunked.send(ProxyFixture.request("/_matrix/chunked"))
            _ = try wire.head()
            _ = try chunked.head()
            #expect(try wire.bytes(3) == Array("abc".utf8))
            #expect(try chunked.bytes(8) == Array("3\r\nabc\r\n".utf8))
            gate.open()
            #expect(throws: Wire.Failure.ended) { try wire.bytes(1) }
            #expect(throws: Wire.Failure.ended) { try chunked.bytes(1) }
        }
    }

    @Test("a response that ends with the homeserver's connection is complete for the client")
    func endsWithConnection() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nall of it")
        }
        try await ProxyFixture.with(stub) { proxy in
            let answer = try proxy.get("/_matrix/x")
            #expect(answer.text == "all of it")
        }
    }

    @Test("a client that asks for the end of its connection gets it after the response")
    func clientCloses() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x", "Connection: close\r\n"))
            #expect(try wire.message().head["connection"] == "close")
            #expect(wire.isEnded)
        }
    }

    @Test("a request behind the last one of a connection is not passed on")
    func behindTheLast() async throws {
        let stub = try StubHomeserver { wire, _ in
            let request = try wire.message()
            #expect(request.head.target == "/_matrix/last")
            wire.send(StubHomeserver.answer("ok"))
            #expect(wire.isEnded)
        }
        try await ProxyFixture.with(stub, change: { $0.limits.idle = .milliseconds(50) }) { proxy in
            let wire = try proxy.connect()
            wire.send(
                ProxyFixture.request("/_matrix/last", "Connection: close\r\n") + ProxyFixture.request("/_matrix/next"))
            #expect(try wire.message().text == "ok")
            #expect(wire.isEnded)
            #expect(stub.connections.count == 1)
            waitUntil { proxy.counts.connections.value == 0 }
        }
    }

    @Test("a body that takes too long is refused, and its request at the homeserver ends")
    func slowBody() async throws {
        let ended = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.head()
            if wire.isEnded { ended.add() }
        }
        let limits = HTTPListener.Limits(bodyDeadline: .seconds(2))
        try await ProxyFixture.with(stub, limits: limits) { proxy in
            let answer = try proxy.ask("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc")
            #expect(answer.head.status == 408)
            #expect(answer.text == ProxyRefusal.slowBody.body)
            waitUntil { ended.count == 1 }
        }
    }
}
