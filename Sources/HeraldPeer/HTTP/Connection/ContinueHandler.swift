import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Sends `100 Continue` to a client that asks for it (RFC 9110, 10.1.1). Nothing else does, so such clients would wait for their own
/// timeout, a second or more per request.
final class ContinueHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The event that announces that the body of the current request is going to be read.
    struct BodyWanted: Sendable {}

    /// The largest body, in bytes, for which `100 Continue` is sent at once. If it is `nil`, the reader of each body announces that it
    /// wants the body.
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
        // Requests are processed in order. If only one request is pending, the event therefore belongs to this request.
        if unanswered == 1 { isWanted = true }
        allow(context)
        promise?.succeed()
    }

    /// Sends `100 Continue`. Responses are sent in order, so this waits until earlier requests are answered.
    private func allow(_ context: ChannelHandlerContext) {
        guard isAsked, isWanted, unanswered == 1 else { return }
        isAsked = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
}
