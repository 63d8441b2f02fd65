import TestSupport
import Testing
@testable import HeraldProxy

@Suite("Requests that two programs could read differently", .timeLimit(.minutes(10)))
struct SmugglingTests {
    private static let second = "GET /_matrix/smuggled HTTP/1.1\r\nHost: a\r\n\r\n"

    /// Sends bytes and returns the first answer, and whether the homeserver was left alone.
    private func answer(to text: String) async throws -> Wire.Head {
        let stub = try StubHomeserver.echo()
        return try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(text)
            let answer = try wire.message()
            #expect(wire.isEnded, "nothing behind a refused head is read")
            #expect(stub.connections.count == 0)
            return answer.head
        }
    }

    @Test(
        "an ambiguous head is refused, and nothing of it reaches the homeserver",
        arguments: [
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
            "Content-Length: 5\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nContent-Length: 6\r\n",
            "Content-Length: 5, 5\r\n", "Content-Length: +5\r\n", "Content-Length: 0x5\r\n", "Content-Length: -1\r\n",
            "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: identity\r\n",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: xchunked\r\n",
            "Host: b\r\n", "X: a\rContent-Length: 5\r\n", "X: a\u{0}b\r\n", "X : a\r\n", "Content-Length : 5\r\n",
        ])
    func heads(fields: String) async throws {
        let answer = try await answer(
            to: "POST /_matrix/x HTTP/1.1\r\nHost: a\r\n\(fields)\r\n0\r\n\r\n\(Self.second)")
        #expect(answer.status == 400)
    }

    @Test("a request without a host is refused")
    func noHost() async throws {
        #expect(try await answer(to: "GET /_matrix/x HTTP/1.1\r\n\r\n").status == 400)
    }

    @Test("chunks in HTTP/1.0 are refused")
    func oldChunks() async throws {
        let request = "POST /_matrix/x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        #expect(try await answer(to: request).status == 400)
    }

    @Test("only paths are proxied: no absolute form and no tunnels")
    func forms() async throws {
        #expect(try await answer(to: "GET http://example.org/_matrix/x HTTP/1.1\r\nHost: a\r\n\r\n").status == 400)
        #expect(try await answer(to: "CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n").status == 405)
        #expect(try await answer(to: "TRACE /_matrix/x HTTP/1.1\r\nHost: a\r\n\r\n").status == 405)
    }

    @Test("a broken chunk ends the request at the homeserver too")
    func brokenChunk() async throws {
        let seen = Tally()
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.head()
            if wire.isEnded { seen.add() }
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n")
            waitUntil { proxy.counts.connections.value == 1 }
            wire.send("zz\r\n")
            #expect(try wire.message().head.status == 400)
            #expect(wire.isEnded)
            waitUntil { seen.count == 1 }
        }
    }

    @Test("bytes that the homeserver sends behind its response reach nobody")
    func unsolicited() async throws {
        let stub = try StubHomeserver { wire, number in
            _ = try wire.message()
            wire.send(StubHomeserver.answer("\(number)") + (number == 1 ? StubHomeserver.answer("forged") : ""))
            _ = try wire.message()
            wire.send(StubHomeserver.answer("again"))
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            #expect(try wire.message().text == "1")
            // The proxy gives up the connection on which more came than was asked for.
            waitUntil { proxy.counts.connections.value == 0 }
            wire.send(ProxyFixture.request("/_matrix/x"))
            #expect(try wire.message().text == "2")
        }
    }
}
