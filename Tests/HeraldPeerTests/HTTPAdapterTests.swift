import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Requests and responses between listener and server", .timeLimit(.minutes(10)))
struct HTTPAdapterTests {
    private static func head(_ method: String, _ path: String, _ more: String = "") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: x\r\n\(more)\r\n"
    }

    @Test("a body over the limit is refused, by its stated length or by its bytes")
    func tooLong() async throws {
        try await TestPeer.with { listener in
            let declared = try TestSocket(port: listener.port)
            declared.write(Self.head("POST", "/", "Content-Length: \((1 << 20) + 1)\r\n"))
            #expect(try declared.read().status == 413)
            let chunked = try TestSocket(port: listener.port)
            let part = String(repeating: "a", count: 64 << 10)
            chunked.write(Self.head("POST", "/", "Transfer-Encoding: chunked\r\n"))
            for _ in 0..<17 { chunked.write("10000\r\n\(part)\r\n") }
            #expect(try chunked.read().status == 413)
        }
    }

    @Test("a request without a body and one with an empty body are answered, and their connection continues")
    func noBody() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            for more in ["", "Content-Length: 0\r\n"] {
                socket.write(Self.head("POST", "/", more))
                #expect(try socket.read().body == Array("0".utf8))
            }
            socket.write(Self.head("GET", "/3"))
            #expect(try socket.read().body == Array("aaa".utf8))
        }
    }

    @Test("the work of a request runs on the threads for its address and not on an event loop")
    func threads() async throws {
        let built = Tally()
        try await TestPeer.with(built: built) { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("GET", "/thread"))
            #expect(try socket.read().body == Array("true".utf8))
            socket.write(Self.head("GET", "/parts/3", "Connection: close\r\n"))
            while (try? socket.bytes(1)) != nil {}
        }
        #expect(built.count == 3)
    }

    @Test("a HEAD request gets the length of the body and no body, however large it is", arguments: [3, 1 << 20])
    func headRequest(length: Int) async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("HEAD", "/\(length)", "Connection: close\r\n"))
            var got: [UInt8] = []
            while let more = try? socket.bytes(1) { got += more }
            let text = String(decoding: got, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n") && text.hasSuffix("\r\n\r\n"))
            #expect(text.lowercased().contains("content-length: \(length)\r\n"))
            #expect(text.lowercased().contains("connection: close\r\n"))
            #expect(listener.ground.answers.held == 0)
        }
    }

    /// Answers 200, or 409 if its task was cancelled.
    private struct Steps: ListenerHandler {
        let completesRequests: Bool
        let begun: AsyncStream<Void>.Continuation
        let held: AsyncStream<Void>

        func admit(_ request: ListenerRequest) async -> ListenerAdmission {
            .admitted(.whole(upTo: 10)) { _ in
                begun.finish()
                for await _ in held {}
                return ListenerResponse(Task.isCancelled ? .conflict : .ok)
            }
        }

        func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.badRequest) }
    }

    /// Passes on the context of a request.
    private struct Catcher: HTTPResponder {
        let contexts: AsyncStream<ConnectionContext>.Continuation

        func respond(to request: Request, context: ConnectionContext) async throws -> Response {
            contexts.yield(context)
            return Response(status: .ok)
        }
    }

    @Test("the server decides if a cancelled request completes its step", arguments: [true, false])
    func cancelled(completes: Bool) async throws {
        let (caught, contexts) = AsyncStream<ConnectionContext>.makeStream()
        let limits = HTTPListener.Limits(bodyDeadline: .seconds(30), farewell: .seconds(1))
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { _ in Catcher(contexts: contexts) }
        let socket = try TestSocket(port: listener.port)
        socket.write(Self.head("GET", "/"))
        var all = caught.makeAsyncIterator()
        let context = try #require(await all.next())
        let (begun, begin) = AsyncStream<Void>.makeStream(), (held, hold) = AsyncStream<Void>.makeStream()
        let adapter = HTTPAdapter(
            Steps(completesRequests: completes, begun: begin, held: held), on: listener.ground)
        let (answers, answer) = AsyncStream<Int?>.makeStream()
        let running = adapter.begin(
            HTTPRequest(method: .get, scheme: nil, authority: "x", path: "/"), RequestInput(), on: context
        ) { answer.yield($0.status) }
        for await _ in begun {}
        running.cancel()
        if completes { hold.finish() }
        var statuses = answers.makeAsyncIterator()
        #expect(await statuses.next() == .some(completes ? 200 : 409))
        hold.finish()
        await listener.stop()
    }
}
