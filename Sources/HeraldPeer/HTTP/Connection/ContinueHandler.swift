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

    /// Somebody is going to read the body of the request that is being answered.
    struct BodyWanted: Sendable {}

    /// The longest body that is wanted whoever reads it, in bytes; `nil` when readers say what they want.
    private let bodyLimit: Int?
    private var unanswered = 0
    private var isAsked = false, isWanted = false

    init(bodyLimit: Int?) { self.bodyLimit = bodyLimit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            isAsked = RequestBodies.asksFirst(head)
            isWanted = bodyLimit.map { !RequestBodies.isTooLong(head.headerFields, limit: $0) } ?? false
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

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        // Readers take their turns, so that it is the last request when it is the only one.
        if unanswered == 1 { isWanted = true }
        allow(context)
        promise?.succeed()
    }

    /// Answers are in order, so the permission waits until the requests before have theirs.
    private func allow(_ context: ChannelHandlerContext) {
        guard isAsked, isWanted, unanswered == 1 else { return }
        isAsked = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
