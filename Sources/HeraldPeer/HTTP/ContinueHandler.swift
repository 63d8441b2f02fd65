import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Tells a client that asks first to send its body (RFC 9110, 10.1.1). The server framework does not, so that such a client would wait for
/// its own time-out, a second and more for each request.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let bodyLimit: @Sendable (HTTPRequest) -> Int
    private var unanswered = 0
    private var isAsked = false

    init(bodyLimit: @escaping @Sendable (HTTPRequest) -> Int) { self.bodyLimit = bodyLimit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isAsked = RequestBodies.asksFirst(head) && !RequestBodies.isTooLong(head.headerFields, limit: bodyLimit(head))
            allow(context)
        case .body, .end: isAsked = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        guard isEnd else { return }
        unanswered -= 1
        allow(context)
    }

    /// Answers are in order, so the permission waits until the requests before have theirs.
    private func allow(_ context: ChannelHandlerContext) {
        guard isAsked, unanswered == 1 else { return }
        isAsked = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
