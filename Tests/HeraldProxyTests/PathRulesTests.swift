import Testing
@testable import HeraldProxy

@Suite("Paths that a proxy passes on")
struct PathRulesTests {
    private func rules(
        _ routes: [ProxyConfiguration.Route] = [.init("/_matrix"), .init("/_api", upstream: "/_matrix")],
        escapedSlashes: Bool = false
    ) -> PathRules {
        var configuration = ProxyConfiguration(
            upstream: UpstreamAddress(host: "127.0.0.1", port: 1), routes: routes)
        configuration.allowsEscapedSlashes = escapedSlashes
        return PathRules(configuration)
    }

    @Test(
        "a configured path is passed on with its query, and its prefix is replaced",
        arguments: [
            ("/_matrix/client/versions", "/_matrix/client/versions"), ("/_matrix", "/_matrix"),
            ("/_matrix/client/v3/sync?since=a%2Fb&x=..//", "/_matrix/client/v3/sync?since=a%2Fb&x=..//"),
            ("/_api/client/v3/sync?timeout=1", "/_matrix/client/v3/sync?timeout=1"),
            ("/_matrix/client/v3/rooms/%21a%3Ab/state/x/%C3%A9", "/_matrix/client/v3/rooms/%21a%3Ab/state/x/%C3%A9"),
        ])
    func passed(target: String, upstream: String) throws {
        #expect(try rules().upstreamTarget(of: target) == upstream)
    }

    @Test("a route may have another path for requests without a token, and these count as open")
    func withoutToken() throws {
        let rules = rules([
            .init("/_api"), .init("/_api/file", upstream: "/users", withoutToken: "/all"), .init("/all", isOpen: true),
        ])
        func outgoing(_ target: String, _ isAnonymous: Bool) throws -> PathRules.Outgoing {
            try rules.outgoing(target) { isAnonymous }
        }
        #expect(try outgoing("/_api/file/a?b=c", true) == .init(target: "/all/a?b=c", isOpen: true))
        #expect(try outgoing("/_api/file/a?b=c", false) == .init(target: "/users/a?b=c", isOpen: false))
        #expect(try outgoing("/_api/x", true) == .init(target: "/_api/x", isOpen: false))
        #expect(try outgoing("/all/a", false) == .init(target: "/all/a", isOpen: true))
    }

    @Test(
        "a path that no route covers is refused",
        arguments: ["/", "/_matrixx/client", "/_matri", "/_synapse/client/x", "/_synapse/admin/v1/users", "/metrics"])
    func notServed(target: String) {
        #expect(throws: ProxyRefusal.path) { try rules().upstreamTarget(of: target) }
    }

    @Test(
        "the admin interface is refused, whatever the configuration allows",
        arguments: [
            "/_synapse/admin", "/_synapse/admin/v1/users", "/_synapse/admin/", "/_Synapse/ADMIN/x",
            "/_synapse;a/admin;b/x", "/x/admin/v2",
        ])
    func admin(target: String) {
        let rules = rules([
            .init("/_synapse"), .init("/_Synapse"), .init("/_synapse;a"), .init("/x", upstream: "/_synapse"),
        ])
        #expect(throws: ProxyRefusal.path) { try rules.upstreamTarget(of: target) }
    }

    @Test(
        "a path that could be read in two ways is refused",
        arguments: [
            "/_matrix/../_synapse/admin", "/_matrix/./x", "/_matrix//x", "//_matrix/x",
            "/_matrix/%2e%2e/_synapse/admin",
            "/_matrix/.%2E/x", "/_matrix/..%2f_synapse/admin", "/_matrix/a%2Fb", "/_matrix%2Fclient", "/%5fmatrix/x",
            "/_matrix/..;x/y", "/_matrix/a%5Cb", "/_matrix/a\\b", "/_matrix/%", "/_matrix/%00", "/_matrix/%C0%AE/x",
        ])
    func ambiguous(target: String) {
        #expect(throws: ProxyRefusal.ambiguousPath) { try rules().upstreamTarget(of: target) }
    }

    @Test(
        "a target that is no path is refused",
        arguments: [
            "", "*", "http://example.org/_matrix/x", "example.org:443", "/_matrix/a b", "/_matrix/x#y", "/_matrix/é",
        ])
    func noPath(target: String) {
        #expect(throws: ProxyRefusal.target) { try rules().upstreamTarget(of: target) }
    }

    @Test("with escaped slashes allowed, they stay in their segment and lead nowhere else")
    func escapedSlashes() throws {
        let rules = rules([.init("/_matrix"), .init("/_synapse")], escapedSlashes: true)
        for event in ["!a/event/$x%2Fy", "%21a%3Ab/event/%24x%2fy", "%21a%3Ab/event/%242F"] {
            let target = "/_matrix/client/v3/rooms/\(event)"
            #expect(try rules.upstreamTarget(of: target) == target)
        }
        for key in ["https%3A%2F%2Fexample.org%2fx", "a%2F%2F", "%2Fa", "%2F"] {
            let state = "/_matrix/client/v3/rooms/!a/state/m.bridge/\(key)"
            #expect(try rules.upstreamTarget(of: state) == state)
        }
        for target in [
            "/_matrix/..%2F_synapse/admin", "/_matrix/%2e%2e%2fx", "/_matrix/a%2F.%2Fb", "/_matrix/a%2F%2F..%2Fb",
            "/_matrix//a%2Fb", "//_matrix/a%2Fb", "/_matrix/a%2Fb//", "/_matrix/a%2F..;x%2Fb",
        ] {
            #expect(throws: ProxyRefusal.ambiguousPath) { try rules.upstreamTarget(of: target) }
        }
        for target in [
            "/_synapse%2Fadmin/x", "/_matrix%2Fclient", "/_synapse/admin%2Fx", "/_synapse/%2Fadmin/x", "/%2F_matrix/x",
        ] {
            #expect(throws: ProxyRefusal.path) { try rules.upstreamTarget(of: target) }
        }
    }

    @Test(
        "the tolerant form of a path has no escaped slashes, parameters and empty segments",
        arguments: [
            ("/a/b", nil), ("/a/b?c=%2F;d/", nil), ("/a/%21b%3Ac%2D", nil), ("/", "/"),
            ("/a%2Fb", "/a/b"), ("/a%2fb?c", "/a/b"), ("/a/b/", "/a/b"), ("/a/b%2F", "/a/b"), ("/a%2F%2Fb", "/a/b"),
            ("/a;x=1/b;y", "/a/b"), ("/a/b%3Bc", "/a/b"), ("/a/b%3bc/", "/a/b"), ("/a/;x/b", "/a/b"),
        ] as [(String, String?)])
    func tolerant(target: String, form: String?) { #expect(PathRules.tolerantForm(of: target) == form) }

    @Test(
        "only a URL with a host and a port is an address of a homeserver",
        arguments: [
            ("http://127.0.0.1:8008", "127.0.0.1", 8008), ("http://example.org/", "example.org", 80),
            ("http://[::1]:80", "::1", 80), ("https://example.org", nil, nil), ("http://example.org/x", nil, nil),
            ("http://a@example.org", nil, nil), ("http://example.org:0", nil, nil), ("example.org", nil, nil),
            ("http://", nil, nil),
        ])
    func address(text: String, host: String?, port: Int?) {
        let address = try? UpstreamAddress(text)
        #expect(address?.host == host)
        #expect(address?.port == port)
    }

    @Test("the errors of a proxy are JSON", arguments: ProxyRefusal.allCases)
    func errors(refusal: ProxyRefusal) {
        #expect(refusal.sentence.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
        #expect(refusal.body == "{\"errcode\":\"\(refusal.code)\",\"error\":\"\(refusal.sentence)\"}")
    }
}
