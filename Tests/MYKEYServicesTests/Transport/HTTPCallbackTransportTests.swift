import Foundation
import MYKEYWire
import Testing

@testable import MYKEYServices

@Suite("Posts to a dapp's server")
struct HTTPCallbackTransportTests {
    static let body = Array(#"{"protocol":"MYKEYSimple","uuID":"é"}"#.utf8)

    let pauses = PauseLog()

    func transport(
        _ rules: AddressRules = .loopbackToo, limits: TransportLimits = TransportLimits(),
        resolver: any HostResolving = SystemHostResolver()
    ) -> HTTPCallbackTransport {
        HTTPCallbackTransport(rules: rules, limits: limits, resolver: resolver) { [pauses] in pauses.sleep($0) }
    }

    func server(_ port: UInt16, path: String = "/login") throws -> ServerAddress {
        try ServerAddress("http://127.0.0.1:\(port)\(path)")
    }

    static var quick: TransportLimits {
        var limits = TransportLimits()
        limits.connect = .milliseconds(400)
        limits.total = .milliseconds(400)
        return limits
    }

    @Test("a post is one POST request with the sheet's headers, and its reply is read")
    func plain() async throws {
        let peer = try PeerServer(.reply(status: 200, body: #"{"code":0,"message":"welcome"}"#))
        defer { peer.stop() }
        let delivery = await transport().post(Self.body, to: try server(peer.port, path: "/a/../b?order=1&x=%2e"))
        #expect(delivery == .answered(CallbackReply(code: 0, message: "welcome")))
        let request = try #require(peer.requests.first)
        #expect(peer.requests.count == 1)
        #expect(request.line == "POST /a/../b?order=1&x=%2e HTTP/1.1")
        #expect(request.body == Self.body)
        #expect(request.header("Host") == "127.0.0.1:\(peer.port)")
        #expect(request.header("Content-Type") == "application/json; charset=utf-8")
        #expect(request.header("User-Agent") == "Herald-MYKEY/1.0")
        for name in ["Cookie", "Authorization", "Expect", "Referer", "Transfer-Encoding"] {
            #expect(request.header(name) == nil)
        }
        #expect(pauses.pauses.isEmpty)
    }

    @Test("a redirect is not followed", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let target = try PeerServer(.reply(status: 200, body: #"{"code":0}"#))
        defer { target.stop() }
        let head = "HTTP/1.1 \(status) Moved\r\nLocation: http://127.0.0.1:\(target.port)/\r\nContent-Length: 0\r\n\r\n"
        let peer = try PeerServer(.raw(Array(head.utf8)))
        defer { peer.stop() }
        guard case .answered(let reply) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("an answer was expected")
            return
        }
        #expect(!reply.isSuccess)
        #expect(peer.requests.count == 1)
        #expect(target.connections == 0)
    }

    @Test("a silent server is given up after the total timeout, and the post is tried three times")
    func silence() async throws {
        let peer = try PeerServer(.silence)
        defer { peer.stop() }
        let delivery = await transport(limits: Self.quick).post(Self.body, to: try server(peer.port))
        guard case .failed(let error) = delivery else {
            Issue.record("a failure was expected, but this is \(delivery)")
            return
        }
        #expect(error.code == .network)
        #expect(error.reason == ExchangeFailure.timedOut.sentence)
        #expect(peer.connections == 3)
        #expect(pauses.pauses == [.seconds(1), .seconds(3)])
    }

    @Test("a server that sends its reply slowly does not delay the wallet beyond the total timeout")
    func drip() async throws {
        let peer = try PeerServer(.drip)
        defer { peer.stop() }
        let delivery = await transport(limits: Self.quick).post(Self.body, to: try server(peer.port))
        guard case .failed(let error) = delivery else {
            Issue.record("a failure was expected, but this is \(delivery)")
            return
        }
        #expect(error.reason == ExchangeFailure.timedOut.sentence)
    }

    @Test("a TLS handshake that hangs ends at the connect timeout, not the total timeout", .timeLimit(.minutes(10)))
    func hangingHandshake() async throws {
        let peer = try PeerServer(.silence)
        defer { peer.stop() }
        var limits = TransportLimits()
        limits.connect = .milliseconds(300)
        limits.total = .seconds(3600)
        limits.pauses = []
        let delivery = await transport(limits: limits).post(
            Self.body, to: try ServerAddress("https://127.0.0.1:\(peer.port)/"))
        guard case .failed = delivery else {
            Issue.record("a failure was expected, but this is \(delivery)")
            return
        }
    }

    @Test("an endless reply is cut off and counts as a failure, without another attempt")
    func flood() async throws {
        let peer = try PeerServer(.flood)
        defer { peer.stop() }
        guard case .answered(let reply) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("an answer was expected")
            return
        }
        #expect(!reply.isSuccess)
        #expect(peer.connections == 1)
    }

    @Test("a reply of 64 KiB is read, and one of a byte more is not")
    func edge() async throws {
        let json = #"{"code":0}"#
        let full = json + String(repeating: " ", count: (64 << 10) - json.utf8.count)
        let peer = try PeerServer(.reply(status: 200, body: full), .reply(status: 200, body: full + " "))
        defer { peer.stop() }
        #expect(
            await transport().post(Self.body, to: try server(peer.port))
                == .answered(CallbackReply(code: 0, message: "")))
        guard case .answered(let reply) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("an answer was expected")
            return
        }
        #expect(!reply.isSuccess)
    }

    @Test("endless header fields are cut off")
    func manyHeaders() async throws {
        let head =
            "HTTP/1.1 200 OK\r\n"
            + String(repeating: "X-Filler: \(String(repeating: "x", count: 1000))\r\n", count: 200)
        let peer = try PeerServer(.raw(Array((head + "\r\n{\"code\":0}").utf8)))
        defer { peer.stop() }
        guard case .answered(let reply) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("an answer was expected")
            return
        }
        #expect(!reply.isSuccess)
    }

    @Test(
        "a malformed reply is a failure, and the post is not repeated",
        arguments: [
            (200, "welcome"), (200, ""), (200, "[]"), (200, "{}"), (200, #"{"code":-1}"#), (200, #"{"code":"x"}"#),
            (200, #"{"code":null}"#),
            (404, #"{"code":0}"#), (500, "oops"), (400, ""),
        ])
    func outOfForm(status: Int, text: String) async throws {
        let peer = try PeerServer(.reply(status: status, body: text))
        defer { peer.stop() }
        guard case .answered(let reply) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("an answer was expected")
            return
        }
        #expect(!reply.isSuccess)
        #expect(peer.requests.count == 1)
    }

    @Test("the code may be decimal digits, and the text may be in the member error")
    func codeAsText() async throws {
        let peer = try PeerServer(
            .reply(status: 200, body: #"{"code":"0"}"#), .reply(status: 200, body: #"{"code":"1010","error":"who?"}"#))
        defer { peer.stop() }
        #expect(
            await transport().post(Self.body, to: try server(peer.port))
                == .answered(CallbackReply(code: 0, message: "")))
        #expect(
            await transport().post(Self.body, to: try server(peer.port))
                == .answered(CallbackReply(code: 1010, message: "who?")))
    }

    @Test("after 502, 503 and 504 the same bytes are sent again", arguments: [502, 503, 504])
    func unavailable(status: Int) async throws {
        let peer = try PeerServer(.reply(status: status, body: "busy"), .reply(status: 200, body: #"{"code":0}"#))
        defer { peer.stop() }
        #expect(
            await transport().post(Self.body, to: try server(peer.port))
                == .answered(CallbackReply(code: 0, message: "")))
        #expect(peer.requests.map(\.body) == [Self.body, Self.body])
        #expect(pauses.pauses == [.seconds(1)])
    }

    @Test("three such statuses are a network failure")
    func alwaysUnavailable() async throws {
        let peer = try PeerServer(.reply(status: 503, body: ""))
        defer { peer.stop() }
        guard case .failed(let error) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("a failure was expected")
            return
        }
        #expect(error.code == .network)
        #expect(peer.requests.count == 3)
        #expect(pauses.pauses == [.seconds(1), .seconds(3)])
    }

    @Test("a post with a readable reply is not repeated, not even with status 503")
    func parsedReply() async throws {
        let peer = try PeerServer(.reply(status: 503, body: #"{"code":1500,"message":"no node"}"#))
        defer { peer.stop() }
        guard case .answered(let reply) = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("an answer was expected")
            return
        }
        #expect(reply.code == 1500)
        #expect(peer.requests.count == 1)
    }

    @Test("a connection that breaks or cannot be made is tried three times")
    func broken() async throws {
        let peer = try PeerServer(.close)
        guard case .failed = await transport().post(Self.body, to: try server(peer.port)) else {
            Issue.record("a failure was expected")
            return
        }
        #expect(peer.connections == 3)
        peer.stop()
    }

    @Test("a cancelled task ends the post")
    func cancelled() async throws {
        let peer = try PeerServer(.silence)
        defer { peer.stop() }
        let server = try server(peer.port)
        let transport = transport()
        let task = Task { await transport.post(Self.body, to: server) }
        while peer.requests.isEmpty { await Task.yield() }
        task.cancel()
        guard case .failed = await task.value else {
            Issue.record("a failure was expected")
            return
        }
        #expect(peer.connections == 1)
    }

    @Test("proxies named in the environment are not used")
    func proxies() async {
        await #expect(processExitsWith: .success) {
            let proxy = try PeerServer(.reply(status: 200, body: #"{"code":7}"#))
            let peer = try PeerServer(.reply(status: 200, body: #"{"code":0}"#))
            for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            unsetenv("no_proxy")
            unsetenv("NO_PROXY")
            let transport = HTTPCallbackTransport(rules: .loopbackToo, resolver: ResolverOf(["127.0.0.1"])) { _ in }
            let delivery = await transport.post(
                [0x7B, 0x7D], to: try ServerAddress("http://dapp.example:\(peer.port)/"))
            try #require(delivery == .answered(CallbackReply(code: 0, message: "")))
            try #require(proxy.connections == 0 && peer.connections == 1)
        }
    }
}

/// A name service that gives the same addresses for every name.
struct ResolverOf: HostResolving {
    let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress] {
        guard !texts.isEmpty else {
            throw MYKEYServicesError(.network, field: host, reason: "the host name does not resolve")
        }
        return texts.compactMap { NetworkAddress($0) }
    }
}
