import HeraldPeer
import TestSupport
import Testing
@testable import HeraldProxy

@Suite("Headers that a proxy passes on", .timeLimit(.minutes(10)))
struct ForwardedHeaderTests {
    /// Sends a request and returns the head that the homeserver received.
    private func received(
        _ request: String, proxies: [String] = [], change: (inout ProxyConfiguration) throws -> Void = { _ in }
    ) async throws -> String {
        let stub = try StubHomeserver.echo()
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(60))
        limits.proxies = try TrustedProxies(proxies)
        return try await ProxyFixture.with(stub, change: change, limits: limits) { try $0.ask(request).text }
    }

    @Test("header fields of one connection are not passed on, and neither are those that Connection names")
    func hopByHop() async throws {
        let fields =
            "Connection: X-One, x-two\r\nX-One: 1\r\nX-Two: 2\r\nX-Three: 3\r\nKeep-Alive: 5\r\nTE: trailers\r\n"
            + "Proxy-Authorization: x\r\nProxy-Connection: x\r\nTrailer: x\r\nAuthorization: Bearer x\r\n"
        let head = Wire.Head(try await received(ProxyFixture.request("/_matrix/x", fields)))
        let dropped = [
            "connection", "x-one", "x-two", "keep-alive", "te", "proxy-authorization", "proxy-connection", "trailer",
        ]
        for name in dropped { #expect(head[name] == nil, "\(name)") }
        #expect(head["x-three"] == "3")
        #expect(head["authorization"] == "Bearer x")
    }

    @Test("header fields of the homeserver's connection do not reach the client")
    func hopByHopOfResponses() async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send("HTTP/1.1 200 OK\r\nConnection: close, X-One\r\nX-One: 1\r\nX-Two: 2\r\nKeep-Alive: 5\r\n")
            wire.send("Content-Length: 2\r\n\r\nok")
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x"))
            let answer = try wire.message()
            #expect(answer.text == "ok")
            for name in ["connection", "x-one", "keep-alive"] { #expect(answer.head[name] == nil, "\(name)") }
            #expect(answer.head["x-two"] == "2")
            // The client's own connection stays.
            wire.send(ProxyFixture.request("/_matrix/x"))
            #expect(try wire.message().text == "ok")
        }
    }

    @Test("Connection cannot remove the length of a body or the client's address")
    func namedFraming() async throws {
        let text = try await received(
            "POST /_matrix/x HTTP/1.1\r\nHost: a\r\nConnection: content-length, x-forwarded-for\r\nContent-Length: 3\r\n\r\nabc"
        )
        let head = Wire.Head(text)
        #expect(head["content-length"] == "3")
        #expect(head.all("x-forwarded-for") == ["127.0.0.1"])
        #expect(text.hasSuffix("abc"))
    }

    @Test("a client's own claims about its address and scheme are replaced")
    func untrusted() async throws {
        let fields =
            "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\nForwarded: for=192.0.2.1\r\n"
            + "X-Real-IP: 192.0.2.1\r\nX-Forwarded-Host: evil\r\n"
        let head = Wire.Head(try await received(ProxyFixture.request("/_matrix/x", fields)))
        #expect(head.all("x-forwarded-for") == ["127.0.0.1"])
        #expect(head.all("x-forwarded-proto") == ["http"])
        for name in ["forwarded", "x-real-ip", "x-forwarded-host"] { #expect(head[name] == nil, "\(name)") }
    }

    @Test("behind a trusted proxy, the client is the last address that is not trusted")
    func trusted() async throws {
        let fields = "X-Forwarded-For: 198.51.100.9, 192.0.2.1, 127.0.0.2\r\nX-Forwarded-Proto: https\r\n"
        let head = Wire.Head(
            try await received(ProxyFixture.request("/_matrix/x", fields), proxies: ["127.0.0.0/8"]))
        #expect(head.all("x-forwarded-for") == ["192.0.2.1"])
        #expect(head.all("x-forwarded-proto") == ["https"])
    }

    @Test("Host is kept, or set by the configuration")
    func host() async throws {
        let request = ProxyFixture.request("/_matrix/x")
        #expect(Wire.Head(try await received(request)).all("host") == ["example.org"])
        let old = Wire.Head(try await received("GET /_matrix/x HTTP/1.0\r\n\r\n"))
        #expect(old["host"]?.hasPrefix("127.0.0.1:") == true)
        let set = Wire.Head(try await received(request) { $0.host = .set("matrix.internal:8008") })
        #expect(set.all("host") == ["matrix.internal:8008"])
    }

    @Test("an upgrade is not passed on, and the connection ends after the answer")
    func upgrade() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(ProxyFixture.request("/_matrix/x", "Connection: Upgrade\r\nUpgrade: websocket\r\n"))
            let answer = try wire.message()
            #expect(answer.head.status == 200)
            #expect(answer.head["connection"] == "close")
            #expect(Wire.Head(answer.text)["upgrade"] == nil && Wire.Head(answer.text)["connection"] == nil)
            #expect(wire.isEnded)
        }
    }

    @Test("a client that waits for 100 Continue gets it, and the homeserver does not see Expect")
    func expect() async throws {
        let stub = try StubHomeserver.echo()
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send("POST /_matrix/x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            #expect(try wire.head().status == 100)
            wire.send("abc")
            let answer = try wire.message()
            #expect(answer.text.hasSuffix("abc"))
            #expect(Wire.Head(answer.text)["expect"] == nil)
        }
    }

    @Test("bodies in chunks, responses without a body and responses to HEAD keep their form")
    func forms() async throws {
        let stub = try StubHomeserver { wire, _ in
            while true {
                let request = try wire.message()
                switch request.head.target {
                case "/_matrix/chunked":
                    let body = request.text
                    wire.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n<\r\n")
                    wire.send("\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
                case "/_matrix/none": wire.send("HTTP/1.1 204 No Content\r\n\r\n")
                case "/_matrix/same": wire.send("HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n")
                default: wire.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
                }
            }
        }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            wire.send(
                "POST /_matrix/chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
            )
            #expect(try wire.message().text == "<abcde")
            wire.send(ProxyFixture.request("/_matrix/none"))
            #expect(try wire.message().head.status == 204)
            wire.send(ProxyFixture.request("/_matrix/same"))
            #expect(try wire.message().head["etag"] == "x")
            wire.send("HEAD /_matrix/head HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try wire.message(hasBody: false).head["content-length"] == "1000")
            wire.send(ProxyFixture.request("/_matrix/none"))
            #expect(try wire.message().head.status == 204)
        }
    }
}
