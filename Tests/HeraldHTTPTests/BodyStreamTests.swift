import Foundation
import HeraldHTTP
import Synchronization
import Testing

@Suite("A body that is read while it is sent", .timeLimit(.minutes(10)))
struct BodyStreamTests {
    private struct Unreadable: Error {}

    private static let text = String(repeating: "0123456789abcdef", count: 20_000)

    /// - Parameter limit: the place from which on reading fails.
    private static func stream(upTo limit: Int64 = .max) -> HTTPBodyStream {
        let bytes = Array(text.utf8)
        return HTTPBodyStream(size: Int64(bytes.count)) { offset, count in
            guard offset < limit else { throw Unreadable() }
            // Some parts are shorter than they could be.
            return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + min(count, 100_000))])
        }
    }

    private static func call(_ server: ScriptedServer, _ path: String = "/") throws -> HTTPCall {
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)\(path)"))
        return HTTPCall(method: "POST", url: url, timeout: .seconds(60), maximumAnswerBytes: 1 << 20)
    }

    @Test("the body arrives whole and with its length, and progress names the length")
    func whole() async throws {
        let server = try ScriptedServer { _, _ in .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
        defer { server.stop() }
        let client = HTTPClient(usesProxies: false)
        let sent = Mutex<[HTTPProgress]>([])
        var call = try Self.call(server)
        call.bodyStream = Self.stream()
        call.progress = { step in sent.withLock { $0.append(step) } }
        #expect(try await client.send(call).status == 200)
        let request = try #require(server.requests.first)
        #expect(request.body == Self.text)
        #expect(request.head.lowercased().contains("content-length: \(Self.text.utf8.count)"))
        #expect(!request.head.lowercased().contains("transfer-encoding"))
        #expect(sent.withLock { steps in steps.allSatisfy { $0.toSend == Int64(Self.text.utf8.count) } })
    }

    @Test("an empty body is sent as one")
    func empty() async throws {
        let server = try ScriptedServer { _, _ in .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
        defer { server.stop() }
        var call = try Self.call(server)
        call.bodyStream = HTTPBodyStream(size: 0) { _, _ in throw Unreadable() }
        #expect(try await HTTPClient(usesProxies: false).send(call).status == 200)
        #expect(server.requests.first?.body.isEmpty == true)
    }

    @Test("after a redirect that keeps the method, the body is sent again from its beginning")
    func redirected() async throws {
        let server = try ScriptedServer { request, _ in
            request.line.contains("/there")
                ? .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                : .answer("HTTP/1.1 307 Over There\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        var call = try Self.call(server)
        call.bodyStream = Self.stream()
        #expect(try await HTTPClient(usesProxies: false).send(call).status == 200)
        #expect(server.requests.count == 2 && server.requests.last?.body == Self.text)
    }

    @Test("if the body cannot be read, the call ends with the reason, and other calls go on")
    func unreadable() async throws {
        let server = try ScriptedServer { _, _ in .answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") }
        defer { server.stop() }
        let client = HTTPClient(usesProxies: false)
        var call = try Self.call(server)
        call.bodyStream = Self.stream(upTo: 300_000)
        let broken = call
        await #expect(throws: Unreadable.self) { _ = try await client.send(broken) }
        call.bodyStream = Self.stream()
        #expect(try await client.send(call).status == 200)
    }
}
