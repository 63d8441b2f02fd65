import NIOCore
import NIOHTTPTypes

/// Enforces a deadline for request bodies. With only the server's idle timeout, a client that sends a byte now and then could hold memory and a
/// connection without end.
package final class BodyDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// The error that the reader of a body receives in place of the rest of the body, when the deadline has passed.
    package struct Passed: Error {}

    /// The time that a client has to read the refusal and close the connection.
    private static let grace = TimeAmount.seconds(5)
    /// The time within which a busy server must send its refusal of the body.
    private static let refusalTime = TimeAmount.seconds(60)
    private let time: TimeAmount
    private let slowest: Int64?
    /// The bytes of the body that have arrived, and the part of them for which the deadline was already extended.
    private var received: Int64 = 0, allowed: Int64 = 0
    private let deadline = MovingDeadline()
    /// True while a body is arriving.
    private var isArriving = false
    /// True when the deadline of the arriving body is set.
    private var isSet = false
    private var unanswered = 0
    private var hasPassed = false

    /// Creates a handler with a deadline for each body.
    /// - Parameter slowest: a rate in bytes per second. A body that arrives at least this fast gets more time. Without it, the deadline is
    ///   the same for all bodies.
    init(_ deadline: Duration, slowest: Int64? = nil) {
        time = TimeAmount(deadline)
        self.slowest = slowest.flatMap { $0 > 0 ? $0 : nil }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasPassed { return }
        switch unwrapInboundIn(data) {
        case .head:
            unanswered += 1
            (received, allowed) = (0, 0)
            isArriving = true
        case .body(let part): received += Int64(part.readableBytes)
        case .end:
            deadline.clear()
            (isArriving, isSet) = (false, false)
        }
        context.fireChannelRead(data)
    }

    package func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive as a whole and need no timer.
        if isArriving, !isSet, !hasPassed {
            isSet = true
            schedule(context, in: time) { $0.pass($1) }
        }
        context.fireChannelReadComplete()
    }

    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            unanswered -= 1
            if hasPassed, unanswered == 0 { closeLater(context, in: Self.grace) }
        }
        context.write(data, promise: promise)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        deadline.end()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { deadline.end() }

    private func pass(_ context: ChannelHandlerContext) {
        // While an earlier request waits for its response, the server does not read this body, so the client is not at fault.
        if unanswered > 1 { return schedule(context, in: time) { $0.pass($1) } }
        if let slowest, received - allowed >= slowest / 4 {
            let more = TimeAmount.nanoseconds(
                (received - allowed).multipliedReportingOverflow(by: 1_000_000_000 / slowest).partialValue)
            allowed = received
            return schedule(context, in: more) { $0.pass($1) }
        }
        hasPassed = true
        context.fireErrorCaught(Passed())
        closeLater(context, in: unanswered > 0 ? Self.refusalTime : Self.grace)
    }

    private func closeLater(_ context: ChannelHandlerContext, in time: TimeAmount) {
        schedule(context, in: time) { _, context in context.close(promise: nil) }
    }

    private func schedule(
        _ context: ChannelHandlerContext, in time: TimeAmount,
        _ body: @escaping (BodyDeadline, ChannelHandlerContext) -> Void
    ) {
        deadline.set(in: time, on: context.eventLoop) { body(self, context) }
    }
}
