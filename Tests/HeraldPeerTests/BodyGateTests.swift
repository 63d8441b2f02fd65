import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import HeraldPeer

@Suite("Connections whose request body is late")
struct BodyGateTests {
    /// Returns a connection on which a body has missed its deadline of one second.
    /// - Parameter isAnswered: true if the server answered before the deadline, without the body.
    private func late(isAnswered: Bool = false) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: BodyGate(.seconds(1)))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        if isAnswered { try answer(on: channel) }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(throws: BodyGate.DeadlinePassed.self) { try channel.throwIfErrorCaught() }
        return channel
    }

    private func answer(on channel: EmbeddedChannel) throws {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .requestTimeout)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test("a busy server has a minute to refuse the body, and the client five seconds to read the refusal")
    func lateRefusal() throws {
        let channel = try late()
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(channel.isActive)
        try answer(on: channel)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(4_999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test("a connection is closed after a minute if the server does not refuse the body")
    func noRefusal() throws {
        let channel = try late()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(!channel.isActive)
    }

    @Test("a connection is closed after five seconds if the server answered before the deadline")
    func earlyAnswer() throws {
        let channel = try late(isAnswered: true)
        channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!channel.isActive)
    }
}
