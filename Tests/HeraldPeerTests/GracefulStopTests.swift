import HTTPTypes
import HeraldLocks
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HeraldPeer

@Suite("Connections of a server that stops gracefully")
struct GracefulStopTests {
    /// A client that takes nothing until it is told to.
    private final class SlowClient: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart
        private var held: [(NIOAny, EventLoopPromise<Void>?)] = []
        private var context: ChannelHandlerContext?

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }
        func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            held.append((data, promise))
        }

        func take() {
            for (data, promise) in held { context?.write(data, promise: promise) }
            held = []
            context?.flush()
        }
    }

    /// The ways to answer requests.
    private final class Outputs: Sendable {
        let waiting = Mutex<[RequestOutput]>([])
    }

    /// A connection and its requests.
    private struct Fixture {
        let channel: EmbeddedChannel
        let client = SlowClient()
        private let outputs = Outputs()

        init() throws {
            let driver = RequestDriver(
                { [outputs] _, _, _, output in
                    outputs.waiting.withLock { $0.append(output) }
                    return RunningRequest(phase: nil)
                }, CurrentRequest(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            channel = EmbeddedChannel(handlers: [client, driver])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func request() throws {
            let head = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")
            try channel.writeInbound(HTTPRequestPart.head(head))
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }

        func answer() throws {
            let output = try #require(outputs.waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() })
            output.end(.whole(HTTPResponse(status: .ok), ByteBuffer(string: "text")))
            channel.embeddedEventLoop.run()
        }

        /// Answers with a body that is written in parts.
        /// - Parameter between: runs after the first part.
        func answerInParts(_ between: () throws -> Void) throws {
            let output = try #require(outputs.waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() })
            let loop = channel.embeddedEventLoop
            output.write(.head(HTTPResponse(status: .ok)), loop.makePromise(of: Void.self))
            output.write(.body(ByteBuffer(string: "text")), loop.makePromise(of: Void.self))
            loop.run()
            try between()
            output.end(.rest(closes: false))
            loop.run()
        }

        /// True if a request has begun and has no answer.
        var hasRequest: Bool { outputs.waiting.withLock { !$0.isEmpty } }

        func stop() { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }

        /// Returns the `Connection` field and the body of the next answer that the client has taken.
        func taken() throws -> (connection: String?, text: String)? {
            client.take()
            channel.embeddedEventLoop.run()
            guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self),
                case .body(let body)? = try channel.readOutbound(as: HTTPResponsePart.self),
                case .end? = try channel.readOutbound(as: HTTPResponsePart.self)
            else { return nil }
            return (head.headerFields[.connection], String(buffer: body))
        }
    }

    @Test("an idle connection closes at once")
    func idle() throws {
        let fixture = try Fixture()
        try fixture.request()
        try fixture.answer()
        #expect(try #require(try fixture.taken()).connection == nil)
        #expect(fixture.channel.isActive)
        fixture.stop()
        #expect(!fixture.channel.isActive)
    }

    @Test("a request gets its answer, which announces the end of the connection")
    func underWay() throws {
        let fixture = try Fixture()
        try fixture.request()
        fixture.stop()
        #expect(fixture.channel.isActive)
        try fixture.answer()
        #expect(fixture.channel.isActive, "The client has not taken the answer.")
        let answer = try #require(try fixture.taken())
        #expect(answer == ("close", "text"))
        #expect(!fixture.channel.isActive)
    }

    @Test("a connection whose client has not taken its answer stays until it has")
    func late() throws {
        let fixture = try Fixture()
        try fixture.request()
        try fixture.answer()
        fixture.stop()
        #expect(fixture.channel.isActive)
        #expect(try #require(try fixture.taken()) == (nil, "text"))
        #expect(!fixture.channel.isActive)
    }

    @Test("after a response in parts that announces the end, no further request begins")
    func parts() throws {
        let fixture = try Fixture()
        try fixture.request()
        fixture.stop()
        try fixture.answerInParts {
            try fixture.request()
        }
        #expect(try #require(try fixture.taken()) == ("close", "text"))
        #expect(!fixture.hasRequest)
        #expect(!fixture.channel.isActive)
    }

    @Test("of requests that were sent together, each gets its answer, and the last one announces the end")
    func together() throws {
        let fixture = try Fixture()
        try fixture.request()
        try fixture.request()
        fixture.stop()
        try fixture.answer()
        #expect(try #require(try fixture.taken()) == (nil, "text"))
        try fixture.answer()
        #expect(try #require(try fixture.taken()) == ("close", "text"))
        #expect(!fixture.channel.isActive)
    }
}
