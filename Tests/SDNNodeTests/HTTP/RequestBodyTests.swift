import HeraldJSON
import Synchronization
import TestSupport
import Testing
@testable import SDNNode

@Suite("Bodies and connections on the wire")
struct RequestBodyTests {
    /// Runs blocking calls against a node, off the cooperative pool.
    private func onNode<T: Sendable>(
        _ change: (inout NodeConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> T
    ) async throws -> T {
        var configuration = NodeConfiguration()
        // On a busy machine a test writes its first byte late.
        configuration.transport.firstByteDeadline = TestDeadline.beyond
        change(&configuration)
        let node = try await EmbeddedNode.start(configuration)
        let port = node.port
        do {
            let value = try await MutatedRequestTests.onThread { try body(port) }
            await node.stop()
            return value
        } catch {
            await node.stop()
            throw error
        }
    }

    private static func post(_ headers: String, _ body: String = "") -> [UInt8] {
        Array("POST /_api/client/r0/login HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\r\n\(body)".utf8)
    }

    @Test(
        "a body that is not complete in time is refused, and the connection is closed", .timeLimit(.minutes(10)),
        arguments: [
            ("Content-Length: 9", "{"), ("Content-Length: 2", ""), ("Transfer-Encoding: chunked", "1\r\n{\r\n"),
        ])
    func deadline(headers: String, part: String) async throws {
        try await onNode({ $0.bodyDeadline = .milliseconds(100) }) { port in
            let connection = try RawConnection(port: port)
            connection.write(Self.post(headers, part))
            let answer = try connection.read()
            #expect(answer.status == 408)
            #expect(try JSONValue(parsing: answer.body)["errcode"]?.stringValue == "M_UNKNOWN")
            #expect(throws: RawConnection.Failure.self) { try connection.read() }
        }
    }

    @Test("a complete body ends its deadline", .timeLimit(.minutes(10)))
    func inTime() async throws {
        try await onNode({ $0.bodyDeadline = .milliseconds(100) }) { port in
            let waiting = try RawConnection(port: port), slow = try RawConnection(port: port)
            waiting.write(Self.post("Content-Length: 2", "{}"))
            #expect(try waiting.read().status == 400)
            // The other connection's deadline comes after this one's would have.
            slow.write(Self.post("Content-Length: 2", "{"))
            #expect(try slow.read().status == 408)
            waiting.write(Self.post("Content-Length: 2", "{}"))
            #expect(try waiting.read().status == 400)
        }
    }

    @Test("a client with Expect: 100-continue gets 100 before it sends the body", .timeLimit(.minutes(10)))
    func expectation() async throws {
        try await onNode { port in
            let connection = try RawConnection(port: port)
            for _ in 0..<2 {
                connection.write(Self.post("Content-Length: 2\r\nExpect: 100-continue"))
                #expect(try connection.read().status == 100)
                connection.write(Array("{}".utf8))
                #expect(try connection.read().status == 400)
            }
            connection.write(
                Self.post("Content-Length: 2", "{}") + Self.post("Content-Length: 2\r\nExpect: 100-Continue"))
            #expect(try connection.read().status == 400)
            #expect(try connection.read().status == 100)
            connection.write(Array("{}".utf8))
            #expect(try connection.read().status == 400)
        }
    }

    @Test(
        "a body whose stated length is too long is refused before it is sent", .timeLimit(.minutes(10)),
        arguments: ["", "\r\nExpect: 100-continue"])
    func tooLong(more: String) async throws {
        try await onNode { port in
            let connection = try RawConnection(port: port)
            connection.write(Self.post("Content-Length: \(NodeHandler.bodyLimit + 1)" + more))
            let answer = try connection.read()
            #expect(answer.status == 413)
            #expect(try JSONValue(parsing: answer.body)["errcode"]?.stringValue == "M_TOO_LARGE")
        }
    }

    @Test("attack 5: a connection over the limit replaces an idle one", .timeLimit(.minutes(10)))
    func connectionLimit() async throws {
        try await onNode({ $0.connectionLimit = 4 }) { port in
            let request = Array("GET /_api/client/versions HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
            func ask(_ connection: RawConnection) throws -> Int {
                connection.write(request)
                return try connection.read().status
            }
            let first = try RawConnection(port: port), second = try RawConnection(port: port)
            #expect(try ask(first) == 200)
            #expect(try ask(second) == 200)
            // An address has half of all at most.
            let third = try RawConnection(port: port)
            #expect(try ask(third) == 200)
            #expect(throws: RawConnection.Failure.self) { try first.read() }
            #expect(try ask(second) == 200)
            #expect(try ask(third) == 200)
        }
    }

    @Test(
        "attack 6: without a route or a token a body is refused before it is read", .timeLimit(.minutes(10)),
        arguments: [
            ("createRoom", "", 401, "M_MISSING_TOKEN"),
            ("createRoom", "Authorization: Bearer x\r\n", 401, "M_UNKNOWN_TOKEN"),
            ("nothing", "", 404, "M_UNRECOGNIZED"), ("sync", "", 405, "M_UNRECOGNIZED"),
        ])
    func early(path: String, headers: String, status: Int, code: String) async throws {
        try await onNode { port in
            for part in ["", String(repeating: "a", count: 100_000)] {
                let connection = try RawConnection(port: port)
                connection.write(
                    Array(
                        "POST /_api/client/r0/\(path) HTTP/1.1\r\nHost: x\r\n\(headers)Content-Length: 1000000\r\n\r\n\(part)"
                            .utf8))
                let answer = try connection.read()
                #expect(answer.status == status)
                #expect(try JSONValue(parsing: answer.body)["errcode"]?.stringValue == code)
                #expect(throws: RawConnection.Failure.self) { try connection.read() }
            }
        }
    }

    @Test("attack 6: the caller is looked up once, before the body is read", .timeLimit(.minutes(10)))
    func lookedUpOnce() async throws {
        let node = try TestNode()
        let token = try await node.token(TestWallet(1))
        let before = node.assembly.handler
        let count = Mutex(0)
        let counting = NodeHandler(
            routes: before.routes,
            authenticate: { token, remote in
                count.withLock { $0 += 1 }
                return try await before.authenticate(token, remote)
            }, limits: before.limits, logger: before.logger)
        let answer = await counting.respond(
            to: NodeRequest(
                method: "POST", target: "/_api/client/r0/createRoom", authorization: "Bearer " + token,
                body: Array("{}".utf8)))
        #expect(answer.status == 200)
        #expect(count.withLock { $0 } == 1)
    }

    @Test(
        "attack 26: limits count the client that a trusted proxy names, and not the one that another sender names",
        .timeLimit(.minutes(10)))
    func forwarded() async throws {
        for (trusted, statuses) in [(["127.0.0.1"], [200, 200, 200]), ([], [200, 429, 429])] {
            try await onNode({
                $0.trustedProxies = trusted
                $0.enableRegistration = true
                $0.rateLimits = .unlimited
                $0.rateLimits.loginPerRemote = RateLimit(perSecond: 0.001, burst: 1)
            }) { port in
                let got = try (1...3).map { client in
                    let connection = try RawConnection(port: port)
                    let line = "GET /_api/client/r0/register/available?username=ann HTTP/1.1"
                    connection.write(Array("\(line)\r\nHost: x\r\nX-Forwarded-For: 192.0.2.\(client)\r\n\r\n".utf8))
                    return try connection.read().status
                }
                #expect(got == statuses)
            }
        }
    }

    @Test(
        "attack 26: the fixed part of a path has one spelling, and values may be escaped",
        arguments: [
            ("/_api/client/versions", 200), ("/_api/client/v%65rsions", 404), ("/_%61pi/client/versions", 404),
            ("/_api/%63lient/versions", 404),
            ("/_api//client/versions", 404), ("/_api/./client/versions", 404), ("/_matrix/client/%76ersions", 404),
            ("/_matrix/client/r0/profile/%40nobody%3Ax", 404), ("/_matrix/client/%720/profile/@nobody:x", 404),
        ])
    func spelling(path: String, status: Int) async throws {
        let answer = try await TestNode().send("GET", path)
        #expect(answer.status == status)
        #expect((answer.errcode == "M_UNRECOGNIZED") == (status == 404 && !path.contains("%40")))
    }

    @Test(
        "attack 26: a target with a fragment is refused, wherever the fragment is",
        arguments: [
            "/_api/client/versions#x", "/_api/client/versions#", "/_api/client/versions?a=1#x",
            "/_api/client#/versions",
            "http://host:1/_api/client/versions#x",
        ])
    func fragments(target: String) async throws {
        let answer = try await TestNode().send("GET", target)
        #expect(answer.status == 400)
        #expect(answer.errcode == "M_INVALID_PARAM")
    }
}
