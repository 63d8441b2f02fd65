import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Connections that bring too much", .timeLimit(.minutes(10)))
struct PipeliningAttackTests {
    private static func head(_ method: String, _ path: String, _ more: String = "") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: x\r\n\(more)\r\n"
    }

    @Test("attack 107: a request for another protocol is answered and ends the connection, whatever follows it")
    func upgrade() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.head("GET", "/3", "Connection: Upgrade\r\nUpgrade: h2c\r\n"))
            let answer = try socket.read()
            #expect(answer.status == 200 && answer.headers["connection"] == "close")
            socket.write(String(repeating: "x", count: 1 << 20))
            #expect(socket.isClosed())
        }
    }

    @Test("attack 106: while a refusal is delayed, no further request of its connection begins")
    func delayedRefusals() async throws {
        let begun = BeginTimes()
        var limits = TestPeer.limits()
        limits.refusals = RefusalLimits(perSecond: 1, atOnce: 1)
        limits.farewell = .zero
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: limits, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            handler: Refuser(begun: begun))
        let answers = await TestPeer.onThread {
            let socket = try TestSocket(port: listener.port)
            socket.write(String(repeating: Self.head("GET", "/"), count: 400))
            return [try socket.read().status, try socket.read().status, try socket.read().status]
        }
        await listener.stop()
        #expect(try answers.get() == [404, 404, 404])
        // The second refusal is due one second after the first one. The third request begins after that, however slow the machine is.
        let times = begun.all
        try #require(times.count >= 3)
        #expect(times[2] - times[0] >= .seconds(1))
    }

    @Test(
        "what waits behind a delayed refusal is limited in parts and bytes",
        arguments: [(20, 10, true), (80, 10, false), (3, 60_000, true), (3, 120_000, false)])
    func heldAnswers(bodies: Int, size: Int, isKept: Bool) throws {
        var limits = TestPeer.limits()
        limits.refusals = RefusalLimits(perSecond: 1, atOnce: 1)
        let channel = EmbeddedChannel(handlers: [
            HTTPResponseEncoder(), HTTP1ToHTTPServerCodec(secure: false), RequestWatch(ListenerGround(limits: limits)),
        ])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        for _ in 0..<2 {
            channel.write(HTTPResponsePart.head(HTTPResponse(status: .notFound)), promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
        }
        let body = HTTPResponsePart.body(ByteBuffer(repeating: 0, count: size))
        for _ in 0..<bodies { channel.write(body, promise: nil) }
        channel.flush()
        #expect(channel.isActive == isKept)
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    /// The times at which requests began, in their order.
    private final class BeginTimes: Sendable {
        private let times = Mutex<[NIODeadline]>([])

        var all: [NIODeadline] { times.withLock { $0 } }

        func add(_ time: NIODeadline) { times.withLock { $0.append(time) } }
    }

    /// Refuses every request.
    private struct Refuser: ListenerHandler {
        let begun: BeginTimes

        func admit(_ request: ListenerRequest) async -> ListenerAdmission {
            begun.add(.now())
            return .answered(ListenerResponse(.notFound))
        }

        func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.badRequest) }
    }

    @Test("attack 108: a client that sends far too many requests at once is disconnected")
    func flood() async throws {
        try await TestPeer.with { listener in
            let socket = try TestSocket(port: listener.port)
            // A long body makes the server read more at once.
            socket.write(
                Self.head("POST", "/", "Content-Length: \(1 << 20)\r\n") + String(repeating: "b", count: 1 << 20))
            #expect(try socket.read().status == 200)
            socket.write(Self.head("GET", "/wait") + String(repeating: "GET / HTTP/1.1\r\n\r\n", count: 3_000))
            #expect(socket.isClosed())
        }
    }
}
