import Foundation
import HeraldHTTP
import Synchronization
import Testing

@Suite("The HTTP client")
struct HTTPClientTests {
    private let client = HTTPClient(usesProxies: false)

    private func call(_ server: ScriptedServer, _ method: String = "GET", _ path: String = "/", body: String? = nil)
        throws -> HTTPCall
    {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
        return HTTPCall(
            method: method, url: url, body: body.map { Array($0.utf8) }, timeout: .seconds(20),
            maximumAnswerBytes: 1 << 20)
    }

    private static func ok(_ body: String = "{}", head: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func failure(_ call: HTTPCall) async -> (any Error)? {
        do {
            _ = try await client.send(call)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a request sends method, body and fields unchanged, and adds no field that identifies the sender",
        arguments: ["GET", "POST", "PUT", "DELETE"])
    func request(method: String) async throws {
        let server = try ScriptedServer { _, _ in .answer(Self.ok()) }
        defer { server.stop() }
        var call = try call(server, method, "/a/../b%2Fc?x=%2e", body: method == "GET" ? nil : "body")
        call.headers = ["X-One": "1", "X-Empty": "", "Content-Type": "text/plain"]
        #expect(try await client.send(call).body == Array("{}".utf8))
        let request = try #require(server.requests.first)
        #expect(request.line == "\(method) /a/../b%2Fc?x=%2e HTTP/1.1")
        #expect(request.body == (method == "GET" ? "" : "body"))
        let head = request.head.lowercased() + "\r\n"
        #expect(head.contains("x-one: 1\r\n") && head.contains("x-empty:") && head.contains("content-type: text/plain"))
        for name in ["cookie", "expect", "authorization", "referer"] { #expect(!head.contains("\(name):")) }
    }

    @Test("a post without a body states its length of zero")
    func emptyPost() async throws {
        let server = try ScriptedServer { _, _ in .answer(Self.ok()) }
        defer { server.stop() }
        for body in [nil, ""] { _ = try await client.send(call(server, "POST", body: body)) }
        #expect(
            server.requests.allSatisfy {
                $0.head.lowercased().contains("content-length: 0") && $0.line == "POST / HTTP/1.1"
            })
        #expect(server.requests.count == 2)
    }

    @Test(
        "a header field with a line break is refused",
        arguments: [("X", "a\r\nY: b"), ("X: a\r\nY", "b"), ("", "b"), ("X Y", "b"), ("X", "\0")])
    func injection(name: String, value: String) async throws {
        let server = try ScriptedServer { _, _ in .answer(Self.ok()) }
        defer { server.stop() }
        var call = try call(server)
        call.headers = [name: value]
        #expect(await failure(call) as? HTTPFailure == .malformedRequest)
        #expect(server.requests.isEmpty)
    }

    @Test("cookies that a server sets are not sent back")
    func cookies() async throws {
        let server = try ScriptedServer { _, _ in .answer(Self.ok(head: "Set-Cookie: a=b; Path=/\r\n")) }
        defer { server.stop() }
        for _ in 0..<2 { _ = try await client.send(call(server)) }
        #expect(server.requests.allSatisfy { !$0.head.lowercased().contains("cookie") })
    }

    @Test("header fields of an answer are found by lower-case name, and interim answers are skipped")
    func fields() async throws {
        let server = try ScriptedServer { _, _ in
            .answer("HTTP/1.1 103 Early Hints\r\nX-A: early\r\n\r\n" + Self.ok(head: "X-A:  one \r\n"))
        }
        defer { server.stop() }
        let answer = try await client.send(call(server))
        #expect(answer.headers["x-a"] == "one")
        #expect(answer.status == 200)
    }

    @Test(
        "redirects within the origin are followed with HTTP's method for them",
        arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
    func redirects(status: Int, method: String) async throws {
        let server = try ScriptedServer { request, _ in
            request.line.contains(" /new ")
                ? .answer(Self.ok()) : .answer("HTTP/1.1 \(status) X\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        #expect(try await client.send(call(server, "POST", body: "b")).status == 200)
        #expect(server.requests.map(\.line) == ["POST / HTTP/1.1", "\(method) /new HTTP/1.1"])
        #expect(server.requests.last?.body == (method == "GET" ? "" : "b"))
        var unwanted = try call(server)
        unwanted.followsRedirects = false
        #expect(try await client.send(unwanted).status == status)
    }

    @Test("a circle of redirects ends")
    func circle() async throws {
        let server = try ScriptedServer { _, _ in .answer("HTTP/1.1 302 X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        #expect(await failure(try call(server)) is HTTPFailure)
        #expect(server.requests.count < 50)
    }

    @Test("a deadline ends a call even if bytes keep coming")
    func deadline() async throws {
        let drip = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
        let server = try ScriptedServer { request, _ in
            request.line.contains("/slow") ? .silence : .answer(drip)
        }
        defer { server.stop() }
        for path in ["/slow", "/drip"] {
            var call = try call(server, "GET", path)
            call.deadline = .milliseconds(200)
            #expect(await failure(call) as? HTTPFailure == .timedOut)
        }
    }

    @Test("a call ends when the server is silent for the timeout, which may be a fraction of a second")
    func silence() async throws {
        let server = try ScriptedServer { _, _ in .silence }
        defer { server.stop() }
        var call = try call(server)
        call.timeout = .milliseconds(150)
        let start = ContinuousClock.now
        #expect(await failure(call) as? HTTPFailure == .timedOut)
        #expect(ContinuousClock.now - start >= .milliseconds(150))
    }

    @Test("an answer over the limit carries its status")
    func limit() async throws {
        let server = try ScriptedServer { _, _ in
            .last("HTTP/1.1 503 X\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "x", count: 5000))
        }
        defer { server.stop() }
        var call = try call(server)
        call.maximumAnswerBytes = 4999
        #expect(await failure(call) as? HTTPFailure == .answerTooLarge(status: 503))
        call.maximumAnswerBytes = 5000
        #expect(try await client.send(call).body.count == 5000)
    }

    #if os(Linux)
    @Test("attack 57: a header of very many lines ends its call before joining the lines delays other calls")
    func headerLines() async throws {
        let server = try ScriptedServer { request, _ in
            let count = request.line.contains("/many") ? 1_001 : 900
            let lines = String(repeating: "a:b\r\n", count: count)
            return .last("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(lines)\r\n")
        }
        defer { server.stop() }
        #expect(await failure(try call(server, "GET", "/many")) as? HTTPFailure == .answerTooLarge(status: 200))
        let answer = try await client.send(call(server, "GET", "/few"))
        #expect(answer.headers["a"]?.count == 900 * 3 - 2)
    }
    #endif

    @Test("a cancelled call ends at once; a closed client ends its own calls and no others")
    func ends() async throws {
        let server = try ScriptedServer { request, _ in request.line.contains("/wait") ? .silence : .answer(Self.ok()) }
        defer { server.stop() }
        let waiting = try call(server, "GET", "/wait")
        let other = HTTPClient(usesProxies: false)
        let cancelled = Task { await failure(waiting) }
        let closed = Task { () -> (any Error)? in
            do {
                _ = try await other.send(waiting)
                return nil
            } catch { return error }
        }
        while server.requests.count < 2 { await Task.yield() }
        cancelled.cancel()
        #expect(await cancelled.value is CancellationError)
        other.close()
        #expect(await closed.value as? HTTPFailure == .closed)
        await #expect(throws: HTTPFailure.closed) { try await other.send(waiting) }
        #expect(try await client.send(call(server)).status == 200)
    }

    #if os(Linux)
    // Each in a process of its own: what else goes on in one shares its connections, and takes the place of those that are kept.
    @Test("connections are reused, except for a post that must not be repeated")
    func kept() async {
        await #expect(processExitsWith: .success) {
            let tests = HTTPClientTests(), server = try ScriptedServer { _, _ in .answer(HTTPClientTests.ok()) }
            for method in ["GET", "PUT", "GET", "DELETE"] {
                _ = try await tests.client.send(tests.call(server, method, body: method == "PUT" ? "b" : nil))
            }
            var post = try tests.call(server, "POST", body: "b")
            post.keepsConnection = true
            _ = try await tests.client.send(post)
            try #require(Set(server.requests.map(\.connection)) == [0])
            post.keepsConnection = false
            _ = try await tests.client.send(post)
            try #require(server.requests.last?.connection == 1)
            try #require(server.requests.last?.head.lowercased().contains("connection: close") == true)
            _ = try await tests.client.send(tests.call(server))
            try #require(server.requests.last?.connection == 0)
        }
    }

    @Test("when a reused connection breaks, a repeatable request is sent again, and any other POST is not")
    func deadConnection() async {
        await #expect(processExitsWith: .success) {
            // Every second request finds the connection closed after it was read.
            let tests = HTTPClientTests()
            let server = try ScriptedServer { _, before in
                before == 1 || before == 3 ? .close : .answer(HTTPClientTests.ok())
            }
            _ = try await tests.client.send(tests.call(server))
            try #require(try await tests.client.send(tests.call(server)).status == 200)
            try #require(server.requests.count == 3)
            try #require(await tests.failure(tests.call(server, "POST", body: "b")) as? HTTPFailure == .connectionLost)
            try #require(server.requests.count == 4)
        }
    }

    @Test(
        "a header that breaks off is not an answer",
        arguments: [
            "HTTP/1.1 200 OK\r\nX-A: b\r\n", "HTTP/1.1 200 OK\r\nX-", "HTTP/1.1 2", "HTTP/1.1 100 Continue\r\n\r\n",
        ])
    func brokenHeader(text: String) async throws {
        let server = try ScriptedServer { _, _ in .last(text) }
        defer { server.stop() }
        #expect(await failure(try call(server)) as? HTTPFailure == .connectionLost)
    }

    @Test("one call's addresses are not seen by another")
    func pinned() async throws {
        let server = try ScriptedServer { _, _ in .answer(Self.ok()) }
        defer { server.stop() }
        let port = UInt16(server.port)
        let url = try #require(URL(string: "http://pinned.example:\(port)/"))
        var call = HTTPCall(method: "GET", url: url, timeout: .seconds(20), maximumAnswerBytes: 100)
        call.destination = HTTPDestination(name: "pinned.example", port: port, addresses: [[127, 0, 0, 1]])
        #expect(try await client.send(call).status == 200)
        call.destination = nil
        #expect(await failure(call) is HTTPFailure)
        #expect(server.requests.count == 1)
    }
    #endif

    @Test("a call reports its progress up to the last byte of both bodies")
    func progress() async throws {
        let answer = String(repeating: "a", count: 300_000)
        let server = try ScriptedServer { _, _ in .answer(Self.ok(answer)) }
        defer { server.stop() }
        var call = try call(server, "POST", body: String(repeating: "b", count: 400_000))
        let told = Mutex<[HTTPProgress]>([])
        call.progress = { step in told.withLock { $0.append(step) } }
        #expect(try await client.send(call).body.count == 300_000)
        let steps = told.withLock { $0 }
        #expect(steps.last == HTTPProgress(sent: 400_000, toSend: 400_000, received: 300_000, expected: 300_000))
        #expect(steps.contains { $0.sent > 0 && $0.received == 0 })
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.sent <= $1.sent && $0.received <= $1.received })
    }

    @Test("many simultaneous calls all succeed")
    func many() async throws {
        let server = try ScriptedServer { request, _ in .answer(Self.ok(request.line)) }
        defer { server.stop() }
        let calls = try (0..<80).map { try call(server, "GET", "/\($0)") }
        let bodies = try await withThrowingTaskGroup(of: String.self) { group in
            for call in calls { group.addTask { String(decoding: try await client.send(call).body, as: UTF8.self) } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(bodies == Set((0..<80).map { "GET /\($0) HTTP/1.1" }))
    }
}
