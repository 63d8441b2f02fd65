import HTTPTypes
import HeraldPeer
import TestSupport
import Testing

@testable import HeraldProxy

@Suite("Clients of HTTP/1.0", .timeLimit(.minutes(10)))
struct OldClientTests {
    /// Returns the head of the answer, and what follows until the connection ends.
    private static func ask(_ proxy: ProxyFixture, _ target: String, _ fields: String) throws -> (Wire.Head, [UInt8]) {
        let wire = try proxy.connect()
        wire.send("GET \(target) HTTP/1.0\r\n\(fields)\r\n")
        let head = try wire.head()
        return (head, try wire.rest())
    }

    @Test(
        "a response without a length has no chunks and ends with the connection",
        arguments: ["", "Connection: keep-alive\r\n", "Host: a\r\nConnection: x-one\r\n"])
    func chunks(fields: String) async throws {
        let stub = try StubHomeserver { wire, _ in
            _ = try wire.message()
            wire.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n")
        }
        try await ProxyFixture.with(stub) { proxy in
            let (head, body) = try Self.ask(proxy, "/_matrix/x", fields)
            #expect(head.status == 200 && head["transfer-encoding"] == nil && head["connection"] == "close")
            #expect(String(decoding: body, as: UTF8.self) == "abcdef")
        }
    }

    @Test("an answer of the server itself, and an error, end the connection too")
    func own() async throws {
        let stub = try StubHomeserver.echo()
        let route = OwnRoutes.Route(.get, "/_matrix/own") { _, _ in
            ListenerResponse(.ok, body: .bytes(Array("own".utf8)))
        }
        try await ProxyFixture.with(stub, own: [route]) { proxy in
            let (_, body) = try Self.ask(proxy, "/_matrix/own", "Connection: Keep-Alive\r\n")
            #expect(String(decoding: body, as: UTF8.self) == "own")
            let (head, error) = try Self.ask(proxy, "/elsewhere", "")
            #expect(head.status == 404 && String(decoding: error, as: UTF8.self) == ProxyRefusal.path.body)
        }
    }
}
