import Foundation
import HeraldHTTP
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Allowed hosts of gateways")
struct PushHostRuleTests {
    @Test(
        "each address is known to be public or not",
        arguments: [
            ("8.8.8.8", true), ("1.1.1.1", true), ("127.0.0.1", false), ("10.1.2.3", false), ("172.16.0.1", false),
            ("172.32.0.1", true),
            ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false), ("100.128.0.1", true),
            ("0.0.0.0", false), ("224.0.0.1", false),
            ("255.255.255.255", false), ("198.18.0.1", false), ("203.0.113.7", false), ("::1", false), ("::", false),
            ("fe80::1", false), ("fc00::1", false),
            ("fd12::1", false), ("ff02::1", false), ("2001:db8::1", false), ("2001:4860:4860::8888", true),
            ("::ffff:127.0.0.1", false),
            ("::ffff:8.8.8.8", true), ("64:ff9b::10.0.0.1", false), ("64:ff9b::8.8.8.8", true),
            ("2002:7f00:1::", false), ("2002:808:808::", true),
            ("2001::1", false), ("4000::1", false),
        ])
    func addresses(text: String, isPublic: Bool) throws {
        #expect((AddressKind(try #require(NetworkAddress(text))) == .global) == isPublic)
    }

    /// Returns a transport whose limits do not take effect during a test.
    private static func transport(_ rules: PushHostRules) -> HTTPPushTransport {
        var transport = HTTPPushTransport(rules: rules)
        (transport.timeout, transport.deadline) = (TestDeadline.time, TestDeadline.time)
        return transport
    }

    private func rules(_ list: [String], _ answers: [String: [String]] = [:]) -> PushHostRules {
        PushHostRules(allowlist: list) { host in (answers[host] ?? [host]).compactMap { NetworkAddress($0) } }
    }

    private func allows(_ rules: PushHostRules, _ url: String) async throws -> Bool {
        do {
            _ = try await rules.route(to: try #require(URL(string: url)))
            return true
        } catch is PushHostRules.Refusal {
            return false
        }
    }

    @Test("listed hosts are allowed at any address, and all others only at public addresses")
    func names() async throws {
        let rules = rules(
            ["Push.Local", "10.0.0.7:5000", "::1"],
            [
                "push.local": ["10.0.0.1"], "good.org": ["8.8.8.8"], "bad.org": ["10.0.0.1"],
                "both.org": ["8.8.8.8", "127.0.0.1"], "none.org": [],
            ])
        #expect(try await allows(rules, "http://push.local/x"))
        #expect(try await allows(rules, "http://10.0.0.7:5000/x"))
        #expect(try await allows(rules, "http://10.0.0.7:5001/x") == false)
        #expect(try await allows(rules, "http://10.0.0.7/x") == false)
        #expect(try await allows(rules, "http://[::1]:99/x"))
        #expect(try await allows(rules, "https://good.org/x"))
        for host in ["bad.org", "both.org", "none.org", "127.0.0.1", "[fe80::1]"] {
            #expect(try await allows(rules, "http://\(host)/x") == false)
        }
    }

    @Test(
        "names that the system resolves to this machine are refused",
        arguments: [("localhost", false), ("127.1", false), ("2130706433", false), ("0x7f.0.0.1", false)])
    func systemNames(host: String, isPublic: Bool) async throws {
        #expect(try await allows(PushHostRules(allowlist: []), "http://\(host)/x") == isPublic)
    }

    @Test(
        "a request without TLS goes to the checked address with the name as Host; with TLS or a listed host it goes to the name"
    )
    func routes() async throws {
        let rules = rules(["listed.org"], ["good.org": ["8.8.8.8", "1.1.1.1"], "six.org": ["2001:4860:4860::8888"]])
        let expected: [(url: String, goesTo: String, host: String?)] = [
            ("http://Good.org/x?a=1", "http://8.8.8.8/x?a=1", "Good.org"),
            ("http://good.org:81/x", "http://8.8.8.8:81/x", "good.org:81"),
            ("http://six.org:81/x", "http://[2001:4860:4860:0:0:0:0:8888]:81/x", "six.org:81"),
            ("https://good.org/x", "https://good.org/x", nil),
            ("http://listed.org/x", "http://listed.org/x", nil),
        ]
        for (url, goesTo, host) in expected {
            let route = try await rules.route(to: try #require(URL(string: url)))
            #expect(route.url.absoluteString == goesTo && route.host == host)
        }
        func destination(_ url: String) async throws -> HTTPDestination? {
            try await rules.route(to: try #require(URL(string: url))).destination
        }
        #expect(
            try await destination("https://Good.org/x")
                == HTTPDestination(name: "good.org", port: 443, addresses: [[8, 8, 8, 8], [1, 1, 1, 1]]))
        #expect(
            try await destination("https://8.8.8.8:99/x")
                == HTTPDestination(name: nil, port: 99, addresses: [[8, 8, 8, 8]]))
        #expect(try await destination("https://listed.org/x") == nil)
    }

    @Test(
        "a spelling that programs read differently is refused, even if a name service finds a public address for it",
        arguments: [
            "8.8", "134744072", "0x08.8.8.8", "010.8.8.8", "8.8.8.8.8", "localhost.", "some.localhost", "a..b",
            "-a.org",
            "[2001:4860::8888%251]",
        ])
    func spellings(host: String) async throws {
        let rules = PushHostRules(allowlist: [], resolve: { _ in [NetworkAddress(8, 8, 8, 8)] })
        let url = "https://\(host)/x"
        #expect(try await allows(rules, url) == false)
        #expect(rules.refusesAddress(of: try #require(URLComponents(string: url))))
    }

    @Test("a name in another script is looked up in its ASCII form, and a final dot changes nothing")
    func asciiNames() async throws {
        let rules = rules([], ["xn--exmple-cua.org": ["8.8.8.8"], "good.org": ["8.8.8.8"]])
        let secure = try await rules.route(to: try #require(URL(string: "https://ex\u{E4}mple.org/x")))
        #expect(secure.destination?.name == "xn--exmple-cua.org")
        let clear = try await rules.route(to: try #require(URL(string: "http://ex\u{E4}mple.org/x")))
        #expect(clear.host == "xn--exmple-cua.org")
        #expect(try await allows(rules, "https://good.org./x"))
    }

    @Test("a second look-up of a name does not change the address")
    func rebinding() async throws {
        let gateway = try await PushGateway.start()
        // The system knows no such name: only the address that was looked at leads to the gateway.
        let rules = PushHostRules(
            allowlist: [], resolve: { _ in [NetworkAddress(127, 0, 0, 1)] }, isOpen: { _ in true })
        let transport = Self.transport(rules)
        let url = try #require(URL(string: gateway.notifyURL.replacing("127.0.0.1", with: "push.invalid")))
        let body: JSONValue = ["notification": ["devices": [["pushkey": "k"]]]]
        #expect(try await transport.post(body.serialized(), to: url).status == 200)
        #expect(gateway.notifications.count == 1)
        transport.close()
        await gateway.stop()
    }

    @Test("with TLS too, a second look-up of a name does not change the address")
    func rebindingOverTLS() async throws {
        let gateway = try await PushGateway.start()
        let rules = PushHostRules(
            allowlist: [], resolve: { _ in [NetworkAddress(127, 0, 0, 1)] }, isOpen: { _ in true })
        let transport = Self.transport(rules)
        let url = gateway.notifyURL.replacing("127.0.0.1", with: "push.invalid").replacing("http:", with: "https:")
        // The gateway speaks no TLS, which shows that it was reached: the system knows no such name.
        let failure = await #expect(throws: HTTPFailure.self) {
            _ = try await transport.post([0x7B, 0x7D], to: try #require(URL(string: url)))
        }
        #expect([.insecureConnection, .connectionLost].contains(failure))
        transport.close()
        await gateway.stop()
    }

    @Test("proxies named in the environment get no notifications")
    func proxies() async {
        await #expect(processExitsWith: .success) {
            let proxy = try await PushGateway.start(), gateway = try await PushGateway.start()
            for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
                setenv(name, proxy.baseURL, 1)
            }
            for name in ["no_proxy", "NO_PROXY"] { unsetenv(name) }
            let rules = PushHostRules(
                allowlist: [], resolve: { _ in [NetworkAddress(127, 0, 0, 1)] }, isOpen: { _ in true })
            let transport = PushHostRuleTests.transport(rules)
            let body: JSONValue = ["notification": ["devices": [["pushkey": "k"]]]]
            let url = try #require(URL(string: gateway.notifyURL.replacing("127.0.0.1", with: "push.invalid")))
            try #require(try await transport.post(body.serialized(), to: url).status == 200)
            try #require(gateway.notifications.count == 1 && proxy.notifications.isEmpty)
        }
    }

    @Test(
        "attack 11: without a listed host, a node posts to no gateway on its own machine, for new and existing pushers",
        arguments: [
            "127.0.0.1", "localhost", "some.localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]",
            "169.254.169.254", "[fe80::1]",
        ])
    func loopback(host: String) async throws {
        let gateway = try await PushGateway.start()
        let node = try TestNode(), user = try await RoomUser(node, 1), services = node.assembly.services
        let url = gateway.notifyURL.replacing("127.0.0.1", with: host)
        let answer = try await user.call(
            "POST", ["pushers", "set"],
            [
                "pushkey": "k", "kind": "http", "app_id": "a", "app_display_name": "A", "device_display_name": "D",
                "lang": "en", "data": ["url": .string(url)],
            ])
        #expect(answer.status == 400 && answer.error?.hasPrefix("data.url") == true, "\(answer)")
        let transport = Self.transport(services.pushHosts),
            body: JSONValue = ["notification": ["devices": [["pushkey": "k"]]]]
        await #expect(throws: PushHostRules.Refusal.self) {
            _ = try await transport.post(body.serialized(), to: try #require(URL(string: url)))
        }
        #expect(gateway.notifications.isEmpty)
        transport.close()
        await gateway.stop()
    }

    @Test(
        "attack 11: a local gateway that is listed with its port gets notifications, and another port does not"
    )
    func namedGateway() async throws {
        let named = try await PushGateway.start(), other = try await PushGateway.start()
        let node = try TestNode { $0.pushURLAllowlist = [named.baseURL.replacing("http://", with: "")] }
        let transport = Self.transport(node.assembly.services.pushHosts)
        let body: JSONValue = ["notification": ["devices": [["pushkey": "k"]]]]
        #expect(
            try await transport.post(body.serialized(), to: try #require(URL(string: named.notifyURL))).status == 200)
        await #expect(throws: PushHostRules.Refusal.self) {
            _ = try await transport.post(body.serialized(), to: try #require(URL(string: other.notifyURL)))
        }
        #expect(named.notifications.count == 1 && other.notifications.isEmpty)
        transport.close()
        await named.stop()
        await other.stop()
    }

    @Test("a pusher with an address that the node does not contact is refused at once")
    func setting() async throws {
        let user = try await RoomUser(TestNode { $0.pushURLAllowlist = ["10.0.0.7"] }, 1)
        for (url, status) in [
            ("http://10.0.0.7/x", 200), ("http://10.0.0.8/x", 400), ("http://127.0.0.1:1/x", 400),
            ("http://u:p@example.org/x", 400), ("http://example.org/x", 200),
        ] {
            let answer = try await user.call(
                "POST", ["pushers", "set"],
                [
                    "pushkey": "k", "kind": "http", "app_id": "a", "app_display_name": "A", "device_display_name": "D",
                    "lang": "en", "data": ["url": .string(url)],
                ])
            #expect(answer.status == status, "\(url)")
        }
    }
}
