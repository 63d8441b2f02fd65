import HeraldPeer
import Synchronization
import TestSupport
import Testing

@testable import HeraldProxy

@Suite("Redirects of the homeserver", .timeLimit(.minutes(10)))
struct RedirectTests {
    private static let media = "/_matrix/media/v3/download/a/b", sync = "/_matrix/client/v3/sync?timeout=0"

    /// Returns the redirect that a client gets; `nil` if it gets none.
    private func kept(_ location: String, target: String = Self.sync, publicURL: String? = nil) -> String? {
        var configuration = ProxyConfiguration(
            upstream: UpstreamAddress(host: "127.0.0.1", port: 8_008), routes: [.init("/_matrix")])
        configuration.publicURL = publicURL
        configuration.redirectsElsewhere = ["/_matrix/media", "/_matrix/client/v3/login/sso"]
        let origin = RedirectRules.Origin(target: target, authority: "Example.org")
        return try? RedirectRules(configuration).location([location], of: origin)
    }

    @Test(
        "a redirect to the server's own address is passed on",
        arguments: [
            "/_matrix/x?a=b#c", "x/y", "?a=b", "#a", "", "http://example.org/_matrix/x", "https://EXAMPLE.org/x",
            "https://example.org:443/x", "//example.org/x", "https://chat.example/x",
        ])
    func own(location: String) { #expect(kept(location, publicURL: "https://chat.example") == location) }

    @Test("a redirect to the homeserver's inner address leads to the address that clients know")
    func inner() {
        #expect(kept("http://127.0.0.1:8008/_matrix/x?a#b") == "/_matrix/x?a#b")
        #expect(kept("HTTP://127.0.0.1:8008") == "/")
        #expect(kept("http://127.0.0.1:8008?a") == "/?a")
        #expect(
            kept("https://127.0.0.1:8008/x", publicURL: "https://chat.example/base") == "https://chat.example/base/x")
        #expect(kept("http://127.0.0.1:8008/x", target: Self.media) == "/x")
        #expect(kept("http://127.0.0.1:8008//evil.example", target: Self.media) == nil)
    }

    @Test("media and logins in a browser may be redirected to another server, and other requests may not")
    func elsewhere() {
        let location = "https://store.example/a?signature=b"
        for target in [Self.media, "/_matrix/client/v3/login/sso/redirect?redirectUrl=x", "/_matrix/media"] {
            #expect(kept(location, target: target) == location)
        }
        for target in [Self.sync, "/_matrix/mediator", "/_matrix/client/v3/login", "/_matrix/client/v3/login/ssoo"] {
            #expect(kept(location, target: target) == nil)
        }
    }

    @Test(
        "a redirect that a browser could read in another way is refused",
        arguments: [
            "//evil.example/x", "///evil.example", "/\u{2F}\u{308}evil.example", "/\\evil.example", "\\\\evil.example",
            "/a\tb", "/a b",
            "javascript:alert(1)", "http:/evil.example", "http:///evil.example", "ftp://example.org/x",
            "http://example.org@evil.example/", "https://example.org:444/", "http://127.0.0.1:8009/",
            "http://localhost:8008/",
        ])
    func refused(location: String) { #expect(kept(location) == nil) }

    @Test("two redirects in one answer are refused")
    func others() throws {
        let rules = RedirectRules(
            ProxyConfiguration(upstream: UpstreamAddress(host: "::1", port: 80), routes: [.init("/_matrix")]))
        let origin = RedirectRules.Origin(target: Self.sync, authority: nil)
        #expect(throws: ProxyRefusal.redirect) { try rules.location(["/a", "/b"], of: origin) }
        #expect(try rules.location([], of: origin) == nil)
        #expect(try rules.location(["http://[::1]/a"], of: origin) == "/a")
    }

    @Test("a refused redirect is an error of Matrix, and the client's connection serves further requests")
    func overTheWire() async throws {
        let port = Mutex(0)
        let stub = try StubHomeserver { wire, _ in
            while true {
                let request = try wire.message()
                var status = "307 Temporary Redirect", place = "https://evil.example/"
                // A status that is no redirect may name any place.
                if request.head.target == "/_matrix/made" { status = "201 Created" }
                if request.head.target == "/_matrix/here" {
                    place = "http://127.0.0.1:\(port.withLock { $0 })/_matrix/there"
                }
                wire.send("HTTP/1.1 \(status)\r\nLocation: \(place)\r\nContent-Length: 5\r\n\r\nmoved")
            }
        }
        port.withLock { $0 = stub.port }
        try await ProxyFixture.with(stub) { proxy in
            let wire = try proxy.connect()
            for _ in 0..<3 {
                wire.send("POST /_matrix/elsewhere HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc")
                let refused = try wire.message()
                #expect(refused.head.status == 502 && refused.head["location"] == nil)
                #expect(refused.text.contains("M_UNKNOWN") && !refused.text.contains("evil"))
                wire.send(ProxyFixture.request("/_matrix/here"))
                let passed = try wire.message()
                #expect(passed.head.status == 307 && passed.head["location"] == "/_matrix/there")
                #expect(passed.text == "moved")
                wire.send(ProxyFixture.request("/_matrix/made"))
                let made = try wire.message()
                #expect(made.head.status == 201 && made.head["location"] == "https://evil.example/")
            }
            #expect(proxy.counts.refusals[.redirect] == 3)
        }
    }
}
