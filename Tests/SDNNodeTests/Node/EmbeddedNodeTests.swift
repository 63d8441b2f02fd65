import Foundation
import GRDB
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests over real loopback HTTP.
private struct Client: Sendable {
    let base: String

    func send(_ method: String, _ path: String, token: String? = nil, _ body: JSONValue? = nil) async throws -> (
        status: Int, body: JSONValue, headers: [String: String]
    ) {
        var request = URLRequest(url: try #require(URL(string: base + path)))
        request.httpMethod = method
        if let token { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
        if let body { request.httpBody = Data(body.serialized()) }
        let (data, response) = try await URLSession.lasting.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        var headers: [String: String] = [:]
        for (name, value) in http.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
        return (http.statusCode, data.isEmpty ? .null : try JSONValue(parsing: Array(data)), headers)
    }

    func logIn(_ wallet: TestWallet) async throws -> String {
        let asked = try await send("POST", "/_api/client/unstable/did/pre_login1", ["address": .string(wallet.text)])
        let challenge = try TestChallenge(TestNode.Answer(status: asked.status, body: asked.body, headers: [:]))
        let answer = try await send("POST", "/_api/client/unstable/did/login", TestNode.loginBody(wallet, challenge))
        return try JSONReader(answer.body).string("access_token")
    }
}

@Suite("An embedded node over loopback HTTP")
struct EmbeddedNodeTests {
    @Test("a wallet logs in and the answers carry the headers that browsers need")
    func login() async throws {
        let node = try await EmbeddedNode.start()
        let client = Client(base: node.baseURL)
        let wallet = try TestWallet(81)
        let token = try await client.logIn(wallet)
        let whoami = try await client.send("GET", "/_matrix/client/v3/account/whoami", token: token)
        #expect(whoami.body["user_id"]?.stringValue == wallet.userID)
        #expect(whoami.headers["content-type"] == "application/json")
        #expect(whoami.headers["access-control-allow-origin"] == "*")
        #expect(whoami.headers["access-control-allow-methods"] == "GET, POST, PUT, DELETE, OPTIONS")
        #expect(whoami.headers["access-control-allow-headers"] == "X-Requested-With, Content-Type, Authorization")
        let options = try await client.send("OPTIONS", "/_api/client/r0/sync")
        #expect(options.status == 204)
        #expect(options.headers["access-control-allow-origin"] == "*")
        let wellKnown = try await client.send("GET", "/.well-known/sdn/client")
        #expect(wellKnown.body["m.homeserver"]?["base_url"]?.stringValue == node.baseURL)
        let large = try await client.send(
            "POST", "/_api/client/r0/login", ["x": .string(String(repeating: "x", count: 1 << 20))])
        #expect(large.status == 413)
        #expect(large.body["errcode"] == "M_TOO_LARGE")
        await node.stop()
    }

    @Test(
        "a second start on the same data has the accounts and tokens of the first, and a stopped node stays stopped"
    )
    func restart() async throws {
        let directory = try TemporaryFolder()
        let wallet = try TestWallet(82)
        var configuration = NodeConfiguration(storage: .directory(directory.url))
        let first = try await EmbeddedNode.start(configuration)
        let token = try await Client(base: first.baseURL).logIn(wallet)
        await first.stop()
        await first.stop()
        await first.waitUntilStopped()
        await #expect(throws: (any Error).self) {
            _ = try await Client(base: first.baseURL).send("GET", "/_api/client/versions")
        }
        configuration.port = 0
        let second = try await EmbeddedNode.start(configuration)
        let client = Client(base: second.baseURL)
        let whoami = try await client.send("GET", "/_api/client/r0/account/whoami", token: token)
        #expect(whoami.body["user_id"]?.stringValue == wallet.userID)
        let list = try await client.send("GET", "/_api/client/unstable/address/\(wallet.text)")
        #expect(list.body == ["data": [.string(wallet.did)]])
        #expect(!(try await client.logIn(wallet)).isEmpty)
        await second.stop()
    }

    @Test("stopping answers a long poll at once")
    func drain() async throws {
        let node = try await EmbeddedNode.start()
        let client = Client(base: node.baseURL)
        let token = try await client.logIn(TestWallet(84))
        let since = try await JSONReader(client.send("GET", "/_api/client/r0/sync", token: token).body).string(
            "next_batch")
        let began = ContinuousClock.now
        async let poll = client.send("GET", "/_api/client/r0/sync?timeout=60000&since=\(since)", token: token)
        try await until { node.assembly.services.notifier.waiterCount == 1 }
        await node.stop()
        #expect(try await poll.status == 200)
        #expect(ContinuousClock.now - began < RoomService.longestPoll)
    }

    @Test("a long poll ends when its client disconnects")
    func abandonedPoll() async throws {
        let node = try await EmbeddedNode.start()
        let client = Client(base: node.baseURL)
        let token = try await client.logIn(TestWallet(85))
        let since = try await JSONReader(client.send("GET", "/_api/client/r0/sync", token: token).body).string(
            "next_batch")
        let connection = try RawConnection(port: node.port), began = ContinuousClock.now
        let request =
            "GET /_api/client/r0/sync?timeout=60000&since=\(since) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
        connection.write(Array(request.utf8))
        try await until { node.assembly.services.notifier.waiterCount == 1 }
        try connection.reconnect()
        try await until { node.assembly.services.notifier.waiterCount == 0 }
        #expect(ContinuousClock.now - began < RoomService.longestPoll)
        await node.stop()
    }

    @Test("a download that waits for its upload ends when its client disconnects")
    func abandonedDownload() async throws {
        let node = try await EmbeddedNode.start()
        let token = try await Client(base: node.baseURL).logIn(TestWallet(86))
        let created = try await RoomUser(TestNode(assembly: node.assembly), token: token, userID: "").reserved()
        let connection = try RawConnection(port: node.port), began = ContinuousClock.now
        let request =
            "GET /_matrix/client/v1/media/download/localhost/\(created)?timeout_ms=60000 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
        connection.write(Array(request.utf8))
        try await until { node.assembly.services.uploads.waiterCount == 1 }
        try connection.reconnect()
        try await until { node.assembly.services.uploads.waiterCount == 0 }
        #expect(ContinuousClock.now - began < MediaService.longestWait)
        await node.stop()
    }

    @Test("HEAD is answered without a body, and pipelined requests in their order")
    func headAndPipelining() async throws {
        let node = try await EmbeddedNode.start()
        let port = node.port
        let statuses = try await MutatedRequestTests.onThread {
            let connection = try RawConnection(port: port)
            let requests = [
                "HEAD /_api/client/versions", "GET /_api/client/versions", "GET /nowhere",
                "OPTIONS /_api/client/versions", "GET /_api/client/r0/login",
            ]
            connection.write(Array(requests.map { $0 + " HTTP/1.1\r\nHost: x\r\n\r\n" }.joined().utf8))
            return try requests.map { try connection.read(hasBody: !$0.hasPrefix("HEAD")).status }
        }
        #expect(statuses == [200, 200, 404, 204, 200])
        await node.stop()
    }

    /// Gives way to other tasks until something is so. - Throws: if it does not come to be so within ``TestDeadline/time``.
    private func until(_ condition: () -> Bool) async throws {
        let limit = ContinuousClock.now + TestDeadline.time
        while !condition() {
            try #require(ContinuousClock.now < limit)
            await Task.yield()
        }
    }

    @Test("a port or a directory that is in use is reported in one sentence")
    func inUse() async throws {
        let directory = try TemporaryFolder()
        let node = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(directory.url)))
        let port = await #expect(throws: NodeError.self) {
            _ = try await EmbeddedNode.start(NodeConfiguration(port: node.port))
        }
        #expect(port?.code == .addressInUse)
        #expect(port?.description.contains("\n") == false)
        let data = await #expect(throws: NodeError.self) {
            _ = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(directory.url)))
        }
        #expect(data?.code == .dataInUse)
        await node.stop()
    }

    @Test(
        "an invalid configuration is refused with the field's name",
        arguments: ["port", "serverName", "passwordCost", "connectionLimit", "bodyDeadline", "publicBaseURL"])
    func configuration(field: String) async throws {
        var configuration = NodeConfiguration()
        switch field {
        case "port": configuration.port = 70_000
        case "serverName": configuration.serverName = "a b"
        case "connectionLimit": configuration.connectionLimit = 0
        case "publicBaseURL": configuration.publicBaseURL = "node.example"
        case "bodyDeadline": configuration.bodyDeadline = .seconds(Int64.max)
        default: configuration.passwordCost = 3
        }
        let error = await #expect(throws: NodeError.self) { _ = try await EmbeddedNode.start(configuration) }
        #expect(error?.field == field)
        #expect(error?.code == .configuration)
    }

    @Test("a node that cannot read its unfinished work does not start and stops listening")
    func unreadableWork() async throws {
        let directory = try TemporaryFolder()
        var configuration = NodeConfiguration(storage: .directory(directory.url))
        let first = try await EmbeddedNode.start(configuration)
        configuration.port = first.port
        try await first.assembly.services.database.write { db in try db.execute(sql: "DROP TABLE fan_out") }
        await first.stop()
        let error = await #expect(throws: NodeError.self) { _ = try await EmbeddedNode.start(configuration) }
        #expect(error?.code == .databaseUnreadable)
        let next = try await EmbeddedNode.start(NodeConfiguration(port: configuration.port))
        #expect(next.port == configuration.port)
        await next.stop()
    }

    @Test("several nodes live in one process")
    func several() async throws {
        let wallet = try TestWallet(83)
        let one = try await EmbeddedNode.start(), two = try await EmbeddedNode.start()
        #expect(one.port != two.port)
        let token = try await Client(base: one.baseURL).logIn(wallet)
        #expect(
            try await Client(base: two.baseURL).send("GET", "/_api/client/r0/account/whoami", token: token).status
                == 401)
        await one.stop()
        #expect(try await Client(base: two.baseURL).send("GET", "/_api/client/versions").status == 200)
        await two.stop()
    }
}
