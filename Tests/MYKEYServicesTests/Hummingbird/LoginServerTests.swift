import Foundation
import HeraldJSON
import Hummingbird
import MYKEYHummingbird
import MYKEYLocalServers
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Beginning logins at a dapp's server", .timeLimit(.minutes(10)))
struct LoginServerTests {
    private let cast: LoginCast

    init() throws { cast = try LoginCast() }

    private func service(_ change: (inout CallbackLimits) -> Void) throws -> CallbackService {
        var limits = CallbackLimits()
        change(&limits)
        return try cast.service(store: try SQLiteReplayStore.inMemory(), limits: limits)
    }

    /// Begins a login as a browser does.
    /// - Parameters:
    ///   - site: what the browser says about the page that asks.
    ///   - origin: the page's origin.
    private func begin(_ url: String, site: String? = nil, origin: String? = nil) async throws -> (
        status: Int, error: String?, retryAfter: String?
    ) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = "POST"
        if let site { request.setValue(site, forHTTPHeaderField: "Sec-Fetch-Site") }
        if let origin { request.setValue(origin, forHTTPHeaderField: "Origin") }
        let (data, response) = try await URLSession.lasting.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        let error = try JSONValue(parsing: [UInt8](data))["error"]?.stringValue
        return (answer.statusCode, error, answer.value(forHTTPHeaderField: "Retry-After"))
    }

    @Test("a page of another site begins no login and takes no place of its visitor's address")
    func anotherSite() async throws {
        let service = try service { $0.pendingLoginsPerAddress = 4 }
        let server = try await LoginServer.start { _ in service }
        let router = Router()
        router.mykeyBegin("/mykey/begin", service)
        let mounted = try await LoopbackServer.start(responder: router.buildResponder())
        for url in [server.url + "/begin", mounted.url + "/mykey/begin"] {
            for _ in 0..<5 {
                let refused = try await begin(url, site: "cross-site")
                #expect(refused.status == 403 && refused.error == "cross_site")
            }
        }
        for site in ["same-origin", "same-site", "none", nil] {
            let begun = try await begin(server.url + "/begin", site: site)
            #expect(begun.status == 200, "\(site ?? "no field")")
        }
        #expect(try await begin(server.url + "/begin").status == 429)
        await server.stop()
        await mounted.stop()
    }

    @Test("an application's own page on another site begins logins, and no other page of another site does")
    func allowedOrigins() async throws {
        let service = try service { $0.pendingLoginsPerAddress = 4 }
        let router = Router()
        router.mykeyBegin("/begin", service, allowedOrigins: ["https://app.example", "capacitor://localhost"])
        let server = try await LoopbackServer.start(responder: router.buildResponder())
        for origin in ["https://app.example", "capacitor://localhost"] {
            let begun = try await begin(server.url + "/begin", site: "cross-site", origin: origin)
            #expect(begun.status == 200, "\(origin)")
        }
        let others = ["https://app.example.attacker.example", "http://app.example", "https://app.example:444", "null"]
        for origin in others + [nil] {
            let refused = try await begin(server.url + "/begin", site: "cross-site", origin: origin)
            #expect(refused.status == 403 && refused.error == "cross_site", "\(origin ?? "no origin")")
        }
        await server.stop()
    }

    @Test("a refused address is told when its first pending login ends, and may begin a login then")
    func addressIsFull() async throws {
        let service = try service { $0.pendingLoginsPerAddress = 2 }
        let server = try await LoginServer.start { _ in service }
        #expect(try await begin(server.url + "/begin").status == 200)
        cast.clock.advance(by: .seconds(100))
        #expect(try await begin(server.url + "/begin").status == 200)
        let refused = try await begin(server.url + "/begin")
        #expect(refused.status == 429 && refused.retryAfter == "501")
        cast.clock.advance(by: .seconds(500))
        let early = try await begin(server.url + "/begin")
        #expect(early.status == 429 && early.retryAfter == "1")
        cast.clock.advance(by: .seconds(1))
        #expect(try await begin(server.url + "/begin").status == 200)
        await server.stop()
    }

    @Test("an address that finds the places of all addresses taken is told when the first of them is free")
    func allAreFull() async throws {
        let service = try service { $0.pendingLogins = 2 }
        let server = try await LoginServer.start { _ in service }
        _ = try await service.beginLogin(lifetime: .seconds(300), from: "192.0.2.1")
        _ = try await service.beginLogin(from: "192.0.2.2")
        let refused = try await begin(server.url + "/begin")
        #expect(refused.status == 429 && refused.retryAfter == "301")
        await server.stop()
    }

    @Test(
        "the name of a server without --domain is the one that wallets sign, without a default port",
        arguments: [
            ("http://127.0.0.1:80", "127.0.0.1"), ("http://127.0.0.1:8470", "127.0.0.1:8470"),
            ("http://[::1]:80", "[::1]"), ("http://localhost:443", "localhost:443"),
        ])
    func domain(url: String, expected: String) {
        #expect(LoginServer.domain(of: url) == expected)
    }
}
