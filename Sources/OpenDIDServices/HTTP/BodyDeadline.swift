import NIOCore
import NIOHTTPTypes

/// Ends a connection whose request does not arrive whole in time. An idle time-out alone would let bytes that drip hold memory and a
/// connection for as long as they drip.
final class BodyDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// What the reader of the body gets in place of its rest.
    struct Passed: Error {}

    /// How long a client may take to see the refusal and hang up.
    private static let grace = TimeAmount.seconds(2)
    private let time: TimeAmount
    private var timer: Scheduled<Void>?
    private var hasPassed = false

    init(_ time: TimeAmount) { self.time = time }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasPassed { return }
        switch unwrapInboundIn(data) {
        case .head: schedule(context, in: time) { handler, context in handler.pass(context) }
        case .body: break
        case .end: cancel()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    private func pass(_ context: ChannelHandlerContext) {
        hasPassed = true
        context.fireErrorCaught(Passed())
        schedule(context, in: Self.grace) { _, context in context.close(promise: nil) }
    }

    private func schedule(
        _ context: ChannelHandlerContext, in time: TimeAmount, _ body: @escaping (BodyDeadline, ChannelHandlerContext) -> Void
    ) {
        cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { body(self, context) }
    }

    private func cancel() {
        timer?.cancel()
        timer = nil
    }
}
