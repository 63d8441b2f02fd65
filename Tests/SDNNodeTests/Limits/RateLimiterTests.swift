import HeraldJSON
import HeraldKeys
import SDNWire
import Testing
@testable import SDNNode

@Suite("Rate limits (SDN sheet 7.7)")
struct RateLimiterTests {
    @Test("a bucket allows its burst, then its rate, and says how long to wait")
    func bucket() throws {
        let clock = TestClock()
        let limiter = RateLimiter(
            limits: RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: RateLimit(perSecond: 10, burst: 3)),
            clock: clock.monotonic)
        for _ in 0..<3 { try limiter.use(.send(user: "@a:b")) }
        #expect(throws: MatrixError(.limitExceeded, "Too Many Requests", retryAfter: .milliseconds(100))) {
            try limiter.use(.send(user: "@a:b"))
        }
        try limiter.use(.send(user: "@c:d"))
        clock.advance(by: .milliseconds(100))
        try limiter.use(.send(user: "@a:b"))
        #expect(throws: MatrixError.self) { try limiter.use(.send(user: "@a:b")) }
        clock.advance(by: .seconds(-50))
        #expect(throws: MatrixError.self) { try limiter.use(.send(user: "@a:b")) }
        try limiter.use(.loginRemote("1.2.3.4"))
    }

    @Test("full buckets are deleted first, and the memory is limited")
    func bounded() throws {
        let clock = TestClock()
        let limiter = RateLimiter(
            limits: RateLimits(
                loginPerRemote: RateLimit(perSecond: 1, burst: 1), loginPerAccount: nil, sendsPerUser: nil),
            capacity: 10, clock: clock.monotonic)
        for index in 0..<9 { try limiter.use(.loginRemote("old\(index)")) }
        clock.advance(by: .seconds(5))
        try limiter.use(.loginRemote("busy"))
        for index in 0..<5 { try limiter.use(.loginRemote("new\(index)")) }
        #expect(throws: MatrixError.self) { try limiter.use(.loginRemote("busy")) }
    }

    @Test("too many logins from one address get 429 with Retry-After and retry_after_ms")
    func login() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: RateLimit(perSecond: 0.5, burst: 2), loginPerAccount: nil, sendsPerUser: nil)
        }
        let wallet = try TestWallet(71)
        func ask(_ remote: String) async throws -> TestNode.Answer {
            try await node.send(
                "POST", TestNode.prefix + "did/pre_login1", ["address": .string(wallet.text)], remote: remote)
        }
        for _ in 0..<2 { #expect(try await ask("10.0.0.1").status == 200) }
        let refused = try await ask("10.0.0.1")
        #expect(refused.status == 429)
        #expect(refused.body == ["errcode": "M_LIMIT_EXCEEDED", "error": "Too Many Requests", "retry_after_ms": 2000])
        #expect(refused.headers["Retry-After"] == "2")
        #expect(try await ask("10.0.0.2").status == 200)
    }

    @Test("attack 21: every endpoint has a rate limit, except constant answers and those that end a session")
    func unlimited() throws {
        let routes = try TestNode {
            $0.enableRegistration = true; $0.allowsTourists = true
        }.assembly.handler.routes.routes
        let free = Set(routes.filter { $0.limit == .unlimited }.map { "\($0.method.rawValue) \($0.template.text)" })
        #expect(
            free == [
                "GET .well-known/matrix/client", "GET .well-known/sdn/client", "GET versions", "GET login",
                "POST logout", "POST logout/all",
            ])
    }

    @Test(
        "attack 82: constant answers and preflight requests are allowed five times as often as other reads"
    )
    func constants() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil,
                readsPerUser: RateLimit(perSecond: 1, burst: 2))
        }
        func ask(_ method: String, _ remote: String = "10.0.0.1") async throws -> Int {
            try await node.send(method, "/_matrix/client/versions", remote: remote).status
        }
        for method in ["GET", "OPTIONS", "GET", "OPTIONS", "GET", "OPTIONS", "GET", "OPTIONS", "GET", "OPTIONS"] {
            #expect(try await ask(method) == (method == "GET" ? 200 : 204))
        }
        for method in ["GET", "OPTIONS"] { #expect(try await ask(method) == 429) }
        #expect(try await ask("GET", "10.0.0.2") == 200)
        node.clock.advance(by: .milliseconds(200))
        #expect(try await ask("GET") == 200)
    }

    @Test("attack 21: a query for many users' DIDs counts as many reads")
    func lookUps() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: nil, sendsPerUser: nil,
                readsPerUser: RateLimit(perSecond: 1, burst: 100))
        }
        let ann = try await RoomUser(node, 1)
        func look(_ count: Int) async throws -> TestNode.Answer {
            try await ann.call(
                "POST", ["account", "3pid", "did"], ["users": .array((0..<count).map { .string("@u\($0):localhost") })])
        }
        #expect(try await look(100).status == 200)
        let refused = try await look(1)
        #expect((refused.status, refused.errcode) == (429, "M_LIMIT_EXCEEDED"))
        node.clock.advance(by: .seconds(1))
        #expect(try await look(1).status == 200)
    }

    @Test("attack 20: rate limits use the monotonic clock")
    func clockSetBack() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: RateLimit(perSecond: 1, burst: 1), loginPerAccount: nil, sendsPerUser: nil)
        }
        let path = TestNode.prefix + "address/" + (try TestWallet(1).text)
        #expect(try await node.send("GET", path).status == 200)
        node.clock.set(by: .seconds(-3_600))
        #expect(try await node.send("GET", path).status == 429)
        node.clock.advance(by: .seconds(1))
        #expect(try await node.send("GET", path).status == 200)
    }

    @Test("others' challenges and answers for a wallet are limited, and do not lock out its owner")
    func account() async throws {
        let node = try TestNode {
            $0.rateLimits = RateLimits(
                loginPerRemote: nil, loginPerAccount: RateLimit(perSecond: 1, burst: 2), sendsPerUser: nil)
        }
        let wallet = try TestWallet(72), stranger = try TestWallet(73)
        func ask(_ remote: String) async throws -> TestNode.Answer {
            try await node.send(
                "POST", TestNode.prefix + "did/pre_login1", ["address": .string(wallet.text)], remote: remote)
        }
        let first = try await ask("10.0.0.9"), second = try await ask("10.0.0.9"), third = try await ask("10.0.0.9")
        #expect([first.status, second.status, third.status] == [200, 200, 429])
        let own = try await ask("10.0.0.1")
        #expect(own.status == 200)
        var forged: [Int] = []
        for _ in 0..<3 {
            var body = try TestNode.loginBody(wallet, TestChallenge(first))
            body["identifier"]?["token"] = .string(try stranger.sign(TestChallenge(first).message).text())
            forged.append(try await node.logIn(body).status)
        }
        #expect(forged == [403, 403, 429])
        #expect(try await node.logIn(TestNode.loginBody(wallet, TestChallenge(own))).status == 200)
    }

    @Test(
        "an IPv6 /64 counts as one address, and an IPv4 address counts as itself in every form",
        arguments: [
            ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", true),
            ("2001:db8:1:2::1", "2001:db8:1:3::1", false),
            ("::ffff:10.0.0.1", "10.0.0.1", true), ("::ffff:10.0.0.1", "::ffff:10.0.0.2", false),
            ("10.0.0.1", "10.0.0.2", false),
            ("fe80::1%eth0", "fe80::2%eth1", true), ("unknown", "unknown", true), ("::", "not:an:address", false),
        ])
    func networks(one: String, other: String, same: Bool) {
        #expect((RemoteNetwork.key(of: one) == RemoteNetwork.key(of: other)) == same)
    }
}
