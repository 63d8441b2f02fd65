import Foundation
import HeraldJSON
import HeraldPeer
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What an operator sees of the servers", .timeLimit(.minutes(10)))
struct MonitoringTests {
    private static let token = "9f1c4be07a52d83660ce1b7d45fa2e98"
    private static let requests = "herald_http_requests_total"
    private static let refusals = "herald_http_refusals_total"

    private func send(
        _ services: OpenDIDServices, _ method: String, _ path: String, body: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> (status: Int, body: [UInt8], id: String?) {
        var request = URLRequest(url: try #require(URL(string: services.baseURL + path)))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = body.map { Data($0.utf8) }
        let (data, response) = try await URLSession.lasting.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return (http.statusCode, [UInt8](data), http.value(forHTTPHeaderField: "X-Request-Id"))
    }

    private func page(_ services: OpenDIDServices) async throws -> (page: PrometheusPage, text: String) {
        let answer = try await send(services, "GET", "/metrics")
        #expect(answer.status == 200)
        let text = String(decoding: answer.body, as: UTF8.self)
        return (try PrometheusPage(text), text)
    }

    @Test("the requests of all servers are counted by endpoint, and no id and token of theirs is in the metrics")
    func counts() async throws {
        let directory = try TemporaryFolder()
        let services = try await OpenDIDServices.start(
            ServicesConfiguration(
                storage: .directory(directory.url), operatorToken: ServiceSecret(Self.token)))
        let document = OpenDIDEndpoints.Gateway.didDoc.path, ecdh = OpenDIDEndpoints.TAS.requestECDH.path
        let status = OpenDIDEndpoints.TAS.updateUserStatus.path
        _ = try await send(services, "GET", document + "?did=did%3Aomn%3Asecret")
        _ = try await send(services, "GET", document + "?did=did%3Aomn%3Atas")
        _ = try await send(services, "POST", ecdh, body: #"{"id":"secret","txId":"secret"}"#)
        _ = try await send(services, "POST", status, body: "{}", headers: ["Authorization": "Bearer secret"])
        _ = try await send(services, "POST", status, body: "{}")
        let unknown = try await send(services, "GET", "/secret")
        #expect(unknown.status == 404 && unknown.id?.count == 13)
        let (page, text) = try await page(services)
        #expect(page.value(Self.requests, ["method": "GET", "route": document, "status": "200"]) == 1)
        #expect(page.value("herald_http_request_duration_seconds_count", ["route": document]) == 2)
        #expect(page.value("herald_http_request_duration_seconds_count", ["route": ecdh]) == 1)
        #expect(page.value(Self.requests, ["route": status, "status": "401"]) == 2)
        #expect(page.value(Self.requests, ["route": "other", "status": "404"]) == 1)
        #expect(page.value(Self.refusals, ["reason": "wrong_token"]) == 1)
        #expect(page.value(Self.refusals, ["reason": "missing_token"]) == 1)
        #expect((page.value("herald_database_writes_total") ?? 0) > 0)
        let secrets = ["secret", Self.token, "did:omn", "127.0.0.1", try #require(unknown.id)]
        #expect(secrets.filter { text.contains($0) } == [])
        await services.stop()
    }

    @Test("no endpoint of the servers has a path of the monitoring endpoints")
    func pathsAreFree() async throws {
        let patterns = try await CoreWorld().router.routes.meters.map(\.pattern)
        #expect(patterns.count > 50 && Set(patterns).isDisjoint(with: Monitoring.paths))
    }

    @Test("a client above its limit is counted")
    func rateLimit() async throws {
        var configuration = ServicesConfiguration(roles: [.tas])
        configuration.limits.requests = ServiceLimits.Rate(burst: 1, perSecond: 0.001)
        let services = try await OpenDIDServices.start(configuration)
        for _ in 0..<3 { _ = try await send(services, "GET", "/nothing") }
        #expect(try await page(services).page.value(Self.refusals, ["reason": "rate_limit"]) == 2)
        await services.stop()
    }

    @Test("without other readers, the operator's token from this machine is enough to read the metrics")
    func operatorToken() async throws {
        var configuration = ServicesConfiguration(roles: [.tas], operatorToken: ServiceSecret(Self.token))
        configuration.metricsReaders = []
        let services = try await OpenDIDServices.start(configuration)
        let cases: [([String: String], Int)] = [
            ([:], 404), (["Authorization": "Bearer \(Self.token)"], 200), (["Authorization": "Bearer other"], 404),
            (["Authorization": "Bearer \(Self.token)", "X-Forwarded-For": "127.0.0.1"], 404),
        ]
        for (headers, status) in cases {
            #expect(try await send(services, "GET", "/metrics", headers: headers).status == status)
        }
        await services.stop()
    }

    @Test(
        "behind a proxy on this machine, the operator's token and a named address read the metrics without its headers")
    func behindProxy() async throws {
        let token = ["Authorization": "Bearer \(Self.token)"], forwarded = ["X-Forwarded-For": "198.51.100.7"]
        let named: [([String], Int)] = [([], 404), (["127.0.0.1"], 200)]
        for (readers, alone) in named {
            var configuration = ServicesConfiguration(roles: [.tas], operatorToken: ServiceSecret(Self.token))
            configuration.metricsReaders = readers
            configuration.trustedProxies = ["127.0.0.1"]
            let services = try await OpenDIDServices.start(configuration)
            let cases: [([String: String], Int)] = [
                ([:], alone), (token, 200), (forwarded, 404), (token.merging(forwarded) { $1 }, 404),
                (token.merging(["Via": "1.1 proxy"]) { $1 }, 404),
            ]
            for (headers, status) in cases {
                #expect(try await send(services, "GET", "/metrics", headers: headers).status == status, "\(headers)")
            }
            await services.stop()
        }
    }

    @Test("readers that cannot be read are refused with the field's name")
    func malformedReaders() async throws {
        var configuration = ServicesConfiguration(roles: [.tas])
        configuration.metricsReaders = ["0.0.0.0/0"]
        await #expect { _ = try await OpenDIDServices.start(configuration) } throws: {
            ($0 as? ServicesError)?.field == "metricsReaders"
        }
    }

    @Test("a server whose registry does not answer is ready and names it")
    func registry() async throws {
        let directory = try TemporaryFolder()
        let agent = try await OpenDIDServices.start(
            ServicesConfiguration(roles: [.tas, .list, .noti], peerToken: ServiceSecret(Self.token)))
        let gateway = try await OpenDIDServices.start(
            ServicesConfiguration(
                roles: [.gateway], addresses: [.tas: agent.baseURL], storage: .directory(directory.url),
                peerToken: ServiceSecret(Self.token)))
        #expect(try await send(agent, "GET", "/ready").status == 200)
        func degraded() async throws -> [JSONValue]? {
            let answer = try await send(gateway, "GET", "/ready")
            #expect(answer.status == 200)
            return try JSONValue(parsing: answer.body)["degraded"]?.arrayValue
        }
        // The result is up to a second old, and a busy machine may need longer than a check has.
        while try await degraded() != nil { await Task.yield() }
        await agent.stop()
        while try await degraded() != ["registry"] { await Task.yield() }
        #expect(try await send(gateway, "GET", "/health").status == 200)
        await gateway.stop()
    }
}
