import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sends `100 Continue` to a client that asks for it (RFC 9110, 10.1.1). The server framework does not, so such clients would wait for their own
/// timeout, a second or more per request.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The event that the body of the current request is going to be read.
    struct BodyWanted: Sendable {}

    /// The largest body, in bytes, for which permission is sent at once. If it is `nil`, readers announce each body.
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
        // Readers process requests in order. So with only one request pending, the event belongs to it.
        if unanswered == 1 { isWanted = true }
        allow(context)
        promise?.succeed()
    }

    /// Sends the permission. Responses are sent in order, so it waits until earlier requests are answered.
    private func allow(_ context: ChannelHandlerContext) {
        guard isAsked, isWanted, unanswered == 1 else { return }
        isAsked = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
