import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Bodies and connections on the wire")
struct RequestBodyTests {
    /// Runs blocking calls against a node, off the cooperative pool.
    private func onNode<T: Sendable>(
        _ change: (inout NodeConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> T
    ) async throws -> T {
        var configuration = NodeConfiguration()
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

    @Test("a body that is not whole in time is refused and the connection closed", .timeLimit(.minutes(3)), arguments: [
        ("Content-Length: 9", "{"), ("Content-Length: 2", ""), ("Transfer-Encoding: chunked", "1\r\n{\r\n"),
    ])
    func deadline(headers: String, part: String) async throws {
        try await onNode({ $0.bodyDeadline = 100 }) { port in
            let connection = try RawConnection(port: port)
            connection.write(Self.post(headers, part))
            let answer = try connection.read()
            #expect(answer.status == 408)
            #expect(try JSONValue(parsing: answer.body)["errcode"]?.stringValue == "M_UNKNOWN")
            #expect(throws: RawConnection.Failure.self) { try connection.read() }
        }
    }

    @Test("a whole body stops the clock", .timeLimit(.minutes(3)))
    func inTime() async throws {
        try await onNode({ $0.bodyDeadline = 100 }) { port in
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

    @Test("a client that asks before it sends is told to go on", .timeLimit(.minutes(3)))
    func expectation() async throws {
        try await onNode { port in
            let connection = try RawConnection(port: port)
            for _ in 0..<2 {
                connection.write(Self.post("Content-Length: 2\r\nExpect: 100-continue"))
                #expect(try connection.read().status == 100)
                connection.write(Array("{}".utf8))
                #expect(try connection.read().status == 400)
            }
            connection.write(Self.post("Content-Length: 2", "{}") + Self.post("Content-Length: 2\r\nExpect: 100-Continue"))
            #expect(try connection.read().status == 400)
            #expect(try connection.read().status == 100)
            connection.write(Array("{}".utf8))
            #expect(try connection.read().status == 400)
        }
    }

    @Test("a body that says itself too long is refused before any of it is sent", .timeLimit(.minutes(3)), arguments: ["", "\r\nExpect: 100-continue"])
    func tooLong(more: String) async throws {
        try await onNode { port in
            let connection = try RawConnection(port: port)
            connection.write(Self.post("Content-Length: \(NodeHandler.bodyLimit + 1)" + more))
            let answer = try connection.read()
            #expect(answer.status == 413)
            #expect(try JSONValue(parsing: answer.body)["errcode"]?.stringValue == "M_TOO_LARGE")
        }
    }

    @Test("one connection too many is closed again, and there is room when another ends", .timeLimit(.minutes(3)))
    func connectionLimit() async throws {
        try await onNode({ $0.connectionLimit = 2 }) { port in
            let request = Array("GET /_api/client/versions HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
            func ask(_ connection: RawConnection) throws -> Int {
                connection.write(request)
                return try connection.read().status
            }
            let first = try RawConnection(port: port), second = try RawConnection(port: port)
            #expect(try ask(first) == 200)
            #expect(try ask(second) == 200)
            #expect(throws: RawConnection.Failure.self) { _ = try ask(RawConnection(port: port)) }
            #expect(try ask(first) == 200)
            first.finishWriting()
            #expect(throws: RawConnection.Failure.self) { try first.read() }
            // The node lets go of a connection a moment after its client has seen the end.
            var status: Int?
            while status == nil { status = try? ask(RawConnection(port: port)) }
            #expect(status == 200)
        }
    }
}
