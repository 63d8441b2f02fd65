import Foundation
import HeraldJSON
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("The system's transport")
struct TransportURLSessionTests {
    private func get(_ port: Int, _ path: String = "/x", limit: Int = 1 << 20, timeout: Duration = TestDeadline.time)
        throws
        -> TransportRequest
    {
        let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
        return TransportRequest(
            method: "GET", url: url, headers: ["Authorization": "Bearer t"], timeout: timeout,
            maximumResponseBytes: limit)
    }

    private func answer(_ head: String, _ body: String) -> [UInt8] {
        Array("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8)
    }

    @Test("status, headers and body are returned, for successes and failures")
    func answers() async throws {
        for status in [200, 401, 404, 429, 503] {
            let bytes = answer("\(status) X\r\nRetry-After: 7", "{}")
            let server = try RawServer { _ in bytes }
            defer { server.stop() }
            let transport = URLSessionTransport()
            let response = try await transport.send(get(server.port))
            #expect(response.status == status)
            #expect(response.headers["retry-after"] == "7")
            #expect(response.body == Array("{}".utf8))
            #expect(server.heads.first?.contains("Authorization: Bearer t") == true)
            transport.close()
        }
    }

    @Test("a path stays as it was encoded")
    func path() async throws {
        let bytes = answer("200 OK", "{}")
        let server = try RawServer { _ in bytes }
        defer { server.stop() }
        let transport = URLSessionTransport()
        defer { transport.close() }
        _ = try await transport.send(get(server.port, "/a%2Fb/%21x%3Ay/%25?q=%26%2B"))
        #expect(server.heads.first?.hasPrefix("GET /a%2Fb/%21x%3Ay/%25?q=%26%2B HTTP/1.1\r\n") == true)
    }

    @Test("the token does not follow a redirect to another origin")
    func redirect() async throws {
        let ok = answer("200 OK", "{}")
        let other = try RawServer { _ in ok }
        defer { other.stop() }
        let away = answer("302 Found\r\nLocation: http://127.0.0.1:\(other.port)/stolen", "{}")
        let server = try RawServer { _ in away }
        defer { server.stop() }
        let transport = URLSessionTransport()
        defer { transport.close() }
        let response = try await transport.send(get(server.port))
        #expect(response.status == 302)
        #expect(other.heads.isEmpty)
    }

    @Test(
        "a request for a password ends at once, with its status",
        arguments: ["Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"n\"", "Bearer"])
    func passwordDemand(scheme: String) async throws {
        let bytes = answer("401 Unauthorized\r\nWWW-Authenticate: \(scheme)", "{}")
        let server = try RawServer { _ in bytes }
        defer { server.stop() }
        let transport = URLSessionTransport()
        defer { transport.close() }
        let response = try await transport.send(get(server.port))
        #expect(response.status == 401)
        #expect(response.body == Array("{}".utf8))
        #expect(server.heads.count == 1)
    }

    @Test("a request times out if the node stays silent")
    func silence() async throws {
        let end = DispatchSemaphore(value: 0)
        let server = try RawServer { _ in
            end.wait()
            return nil
        }
        defer {
            end.signal()
            server.stop()
        }
        let transport = URLSessionTransport()
        defer { transport.close() }
        #expect(
            (await failure { try await transport.send(get(server.port, timeout: .seconds(1))) } as? SDNSDKError)?.code
                == .timedOut)
    }

    @Test("an endless answer is cut off at the limit")
    func limit() async throws {
        let bytes = answer("200 OK", String(repeating: "a", count: 3_000_000))
        let server = try RawServer { _ in bytes }
        defer { server.stop() }
        let transport = URLSessionTransport()
        defer { transport.close() }
        #expect(
            (await failure { try await transport.send(get(server.port, limit: 1_000_000)) } as? SDNSDKError)?.code
                == .responseTooLarge)
        #expect(try await transport.send(get(server.port, limit: 3_000_000)).body.count == 3_000_000)
    }

    @Test("a broken connection is `connectionLost`, and a port that nobody listens on is `cannotConnect`")
    func broken() async throws {
        let server = try RawServer { _ in nil }
        let transport = URLSessionTransport()
        defer { transport.close() }
        #expect((await failure { try await transport.send(get(server.port)) } as? SDNSDKError)?.code == .connectionLost)
        let port = server.port
        server.stop()
        #expect((await failure { try await transport.send(get(port)) } as? SDNSDKError)?.code == .cannotConnect)

        let half = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{".utf8)
        let cut = try RawServer { _ in half }
        defer { cut.stop() }
        #expect((await failure { try await transport.send(get(cut.port)) } as? SDNSDKError)?.code == .connectionLost)
    }

    @Test(
        "an answer that is not HTTP is an error, not a trap",
        arguments: [
            "", "\r\n\r\n", "garbage", "HTTP/9.9 abc\r\n\r\n", "HTTP/1.1 99999 X\r\n\r\n", "HTTP/1.1 200",
            "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nnot gzip", "HTTP/1.1 302 X\r\nLocation: ::::\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n",
            "HTTP/1.1 200 OK\r\nContent-Ty",
        ])
    func garbage(text: String) async throws {
        let server = try RawServer { _ in Array(text.utf8) }
        defer { server.stop() }
        let credentials = MXCredentials(node: "http://127.0.0.1:\(server.port)", userId: nil, accessToken: "t")
        let clock = ManualClock()
        let client = MXRestClient(credentials: credentials, options: MXSDKOptions(), clock: clock.retryClock)
        defer { client.close() }
        #expect(await failure { try await client.whoami() } is SDNSDKError)
    }

    @Test("a closed transport refuses requests and ends those in progress")
    func close() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            let transport = URLSessionTransport()
            var request = try get(
                node.port,
                "/_api/client/r0/sync?timeout=60000&since=\(await client.sync(fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: nil).nextBatch)"
            )
            request.headers["Authorization"] = "Bearer \(client.credentials.accessToken ?? "")"
            let waiting = request
            let poll = Task { try await transport.send(waiting) }
            _ = try await client.whoami()
            transport.close()
            let error = await failure { try await poll.value }
            #expect((error as? SDNSDKError)?.code == .closed || error is CancellationError)
            #expect((await failure { try await transport.send(waiting) } as? SDNSDKError)?.code == .closed)
            client.close()
        }
    }

    @Test("a cancelled long poll ends at once, and the connection pool continues to work")
    func cancelLongPoll() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            let since = try await client.sync(fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: nil)
                .nextBatch
            for _ in 0..<20 {
                let poll = Task {
                    try await client.sync(
                        fromToken: since, serverTimeout: 60_000, clientTimeout: 120_000, setPresence: nil)
                }
                _ = try await client.whoami()
                poll.cancel()
                #expect(await failure { try await poll.value } is CancellationError)
            }
            #expect(try await client.whoami().userId == client.credentials.userId)
            client.close()
        }
    }

    @Test("many requests succeed at once beside a long poll")
    func parallel() async throws {
        try await withNode { node in
            let client = try await node.loggedIn()
            let since = try await client.sync(fromToken: nil, serverTimeout: 0, clientTimeout: 20_000, setPresence: nil)
                .nextBatch
            let poll = Task {
                try await client.sync(fromToken: since, serverTimeout: 60_000, clientTimeout: 120_000, setPresence: nil)
            }
            let users = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<200 { group.addTask { try await client.whoami().userId } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(users == [client.credentials.userId ?? ""])
            poll.cancel()
            client.close()
        }
    }
}
