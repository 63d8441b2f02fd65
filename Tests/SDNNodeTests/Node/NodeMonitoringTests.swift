import Foundation
import HeraldJSON
import HeraldPeer
import SDNWire
import TestSupport
import Testing
@testable import SDNNode
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What an operator sees of a node", .timeLimit(.minutes(10)))
struct NodeMonitoringTests {
    private struct Client: Sendable {
        let base: String

        func send(
            _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: JSONValue? = nil
        ) async throws -> (status: Int, body: [UInt8], id: String?) {
            var request = URLRequest(url: try #require(URL(string: base + path)))
            request.httpMethod = method
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            if let body { request.httpBody = Data(body.serialized()) }
            let (data, response) = try await URLSession.lasting.data(for: request)
            let http = try #require(response as? HTTPURLResponse)
            return (http.statusCode, Array(data), http.value(forHTTPHeaderField: "X-Request-Id"))
        }

        func json(_ method: String, _ path: String, token: String? = nil, _ body: JSONValue? = nil) async throws
            -> JSONValue
        {
            let answer = try await send(method, path, token.map { ["Authorization": "Bearer " + $0] } ?? [:], body)
            return try JSONValue(parsing: answer.body)
        }

        func page() async throws -> (page: PrometheusPage, text: String) {
            let answer = try await send("GET", "/metrics")
            #expect(answer.status == 200)
            let text = String(decoding: answer.body, as: UTF8.self)
            return (try PrometheusPage(text), text)
        }
    }

    private static let requests = "herald_http_requests_total"
    private static let logins = "herald_node_logins_total"
    private static let refusals = "herald_http_refusals_total"

    @Test("a scenario's requests, logins and refusals are counted, and none of its ids and tokens is in the metrics")
    func scenario() async throws {
        let node = try await EmbeddedNode.start(
            NodeConfiguration(enableRegistration: true, rateLimits: .unlimited, passwordCost: 16))
        let client = Client(base: node.baseURL), wallet = try TestWallet(83), prefix = "/_matrix/client/v3/"
        let asked = try await client.json("POST", TestNode.prefix + "did/pre_login1", ["address": .string(wallet.text)])
        let challenge = try TestChallenge(TestNode.Answer(status: 200, body: asked, headers: [:]))
        let session = try await client.json(
            "POST", TestNode.prefix + "did/login", TestNode.loginBody(wallet, challenge, deviceID: "SECRETDEVICE"))
        let token = try JSONReader(session).string("access_token")
        _ = try await client.json("POST", TestNode.prefix + "did/login", TestNode.loginBody(wallet, challenge))
        _ = try await client.json(
            "POST", prefix + "login",
            [
                "type": "m.login.password", "password": "secret-password",
                "identifier": ["type": "m.id.user", "user": "secret-user"],
            ])
        let made = try await client.json("POST", prefix + "createRoom", token: token, ["name": "secret-name"])
        let room = try JSONReader(made).string("room_id")
        let path = prefix + "rooms/" + PercentEncoding.encodeSegment(room) + "/send/m.secret/secret-transaction"
        let sent = try await client.json("PUT", path, token: token, ["body": "secret-text"])
        let event = try JSONReader(sent).string("event_id")
        _ = try await client.json("GET", prefix + "account/whoami", token: "secret-token")
        _ = try await client.json("GET", prefix + "account/whoami")
        _ = try await client.json("GET", prefix + "secret-path?secret-query")
        let (page, text) = try await client.page()
        #expect(page.value(Self.logins, ["kind": "did", "outcome": "accepted"]) == 1)
        #expect(page.value(Self.logins, ["kind": "did", "outcome": "refused"]) == 1)
        #expect(page.value(Self.logins, ["kind": "password", "outcome": "refused"]) == 1)
        #expect(page.value(Self.logins, ["kind": "tourist", "outcome": "accepted"]) == 0)
        let sends = ["method": "PUT", "status": "200", "route": Self.pattern(of: Endpoints.sendEvent)]
        #expect(page.value(Self.requests, sends) == 1)
        #expect(page.value(Self.requests, ["method": "GET", "route": "other", "status": "404"]) == 1)
        #expect(page.value(Self.refusals, ["reason": "wrong_token"]) == 1)
        #expect(page.value(Self.refusals, ["reason": "missing_token"]) == 1)
        #expect((page.value("herald_database_writes_total") ?? 0) > 0)
        #expect(page.value("herald_database_writes_waiting") == 0 && page.value("herald_node_polls_waiting") == 0)
        let secrets = [
            token, wallet.text, wallet.did, wallet.userID, challenge.nonce, challenge.did, "SECRETDEVICE", "secret",
            room, PercentEncoding.encodeSegment(room), event, "127.0.0.1",
        ]
        #expect(secrets.filter { text.lowercased().contains($0.lowercased()) } == [])
        await node.stop()
    }

    private static func pattern<Q, R>(of endpoint: Endpoint<Q, R>) -> String {
        "/" + (endpoint.path.leadingSegments(root: .matrix) + [endpoint.path.text]).joined(separator: "/")
    }

    @Test("the values of every label come from the node's own tables")
    func boundedLabels() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let client = Client(base: node.baseURL)
        for number in 0..<30 { _ = try await client.send("GET", "/_api/client/r0/x\(number)/\(number)") }
        _ = try await client.send("GET", "/_api/client/versions")
        let page = try await client.page().page
        let known = Set(node.assembly.handler.routes.routes.map(\.meter.pattern)).union(Monitoring.paths).union([
            "other"
        ])
        let shown = Set(page.samples.compactMap { $0.labels["route"] })
        #expect(shown.isSubset(of: known) && shown.contains("other") && shown.count == 2)
        #expect(page.value(Self.requests, ["route": "other", "status": "404"]) == 30)
        await node.stop()
    }

    @Test("no endpoint of the node has a path of the monitoring endpoints")
    func pathsAreFree() throws {
        let patterns = try TestNode().assembly.handler.routes.routes.map(\.meter.pattern)
        #expect(patterns.count > 100 && Set(patterns).isDisjoint(with: Monitoring.paths))
    }

    @Test("a client above its rate limit is counted")
    func rateLimit() async throws {
        var limits = RateLimits.unlimited
        limits.loginPerRemote = RateLimit(perSecond: 0.001, burst: 1)
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: limits))
        let client = Client(base: node.baseURL)
        for _ in 0..<3 {
            _ = try await client.send(
                "POST", TestNode.prefix + "did/pre_login1", [:], ["address": .string(try TestWallet(1).text)])
        }
        let refused = try await client.page().page.value(Self.refusals, ["reason": "rate_limit"])
        #expect((2...3).contains(refused ?? 0))
        await node.stop()
    }

    /// The answer of a node that can be ready. On a busy machine the database may answer too late, and the node is asked again.
    private func readyAnswer(_ client: Client) async throws -> (status: Int, body: [UInt8]) {
        while true {
            let answer = try await client.send("GET", "/ready")
            if answer.status != 503 { return (answer.status, answer.body) }
            try Task.checkCancellation()
        }
    }

    @Test("a node is ready while its database answers", .timeLimit(.minutes(10)))
    func ready() async throws {
        let folder = try TemporaryFolder()
        for storage in [NodeConfiguration.Storage.memory, .directory(folder.url)] {
            let node = try await EmbeddedNode.start(NodeConfiguration(storage: storage))
            let client = Client(base: node.baseURL)
            #expect(try await readyAnswer(client).status == 200)
            #expect(try await client.send("GET", "/health").status == 200)
            await node.stop()
        }
        let other = try TemporaryFolder()
        let database = try NodeDatabase(storage: .directory(other.url), parts: [])
        try await database.check()
        await database.close()
        await #expect(throws: (any Error).self) { try await database.check() }
    }

    @Test(
        "a node whose disk is almost full says so, and is still ready, because it serves reads",
        .timeLimit(.minutes(10)))
    func disk() async throws {
        let folder = try TemporaryFolder()
        var configuration = NodeConfiguration(storage: .directory(folder.url))
        configuration.freeSpace = { _ in 0 }
        let node = try await EmbeddedNode.start(configuration)
        let answer = try await readyAnswer(Client(base: node.baseURL))
        #expect(answer.status == 200)
        #expect(try JSONValue(parsing: answer.body) == ["status": "ok", "degraded": ["disk"]])
        await node.stop()
    }

    @Test("a node without readers shows its metrics to nobody")
    func noReaders() async throws {
        var configuration = NodeConfiguration()
        configuration.metricsReaders = []
        let node = try await EmbeddedNode.start(configuration)
        let answer = try await Client(base: node.baseURL).send("GET", "/metrics")
        #expect(answer.status == 404)
        #expect(try JSONValue(parsing: answer.body)["errcode"] == "M_UNRECOGNIZED")
        await node.stop()
        configuration.metricsReaders = ["0.0.0.0/0"]
        await #expect { _ = try await EmbeddedNode.start(configuration) } throws: {
            ($0 as? NodeError)?.field == "metricsReaders"
        }
    }

    @Test("the id of a request in an answer is new, and that of a trusted proxy is passed on")
    func requestID() async throws {
        let headers = ["X-Request-Id": "from-the-proxy", "X-Forwarded-For": "192.0.2.1"]
        for (proxies, isKept) in [([], false), (["127.0.0.1"], true)] {
            let node = try await EmbeddedNode.start(NodeConfiguration(trustedProxies: proxies))
            let id = try await Client(base: node.baseURL).send("GET", "/_api/client/versions", headers).id
            #expect(id != nil && (id == "from-the-proxy") == isKept)
            await node.stop()
        }
    }

    @Test("requests to push gateways are counted by their outcome")
    func pushes() async throws {
        let scene = try await PushScene()
        let before = scene.node.assembly.services.metrics.pushes[.taken]
        scene.gateway.answer(.failure, .status(200, ["rejected": []]), .status(200, ["rejected": ["key"]]))
        try await scene.ann.send("one", to: scene.room)
        let time = await scene.alarms.next()
        #expect(scene.node.assembly.services.metrics.pushes[.failed] == 1)
        scene.node.clock.advance(by: time - scene.node.clock.read())
        scene.alarms.ring()
        await scene.gateway.reached(2)
        await scene.dispatcher.idle()
        #expect(scene.node.assembly.services.metrics.pushes[.taken] == before + 1)
        try await scene.ann.send("two", to: scene.room)
        await scene.gateway.reached(3)
        await scene.dispatcher.idle()
        #expect(scene.node.assembly.services.metrics.pushes[.rejected] == 1)
        await scene.dispatcher.stop()
    }
}
