import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Controls when the body of a request arrives. It sends `100 Continue` to a client that asks for it (RFC 9110, 10.1.1) once the body is
/// wanted, and enforces a deadline for each body.
///
/// Nothing else sends `100 Continue`, so a client that asks for it would wait for its own timeout, a second or more per request. With only the
/// server's idle timeout, a client that sends a byte now and then could hold memory and a connection without end. One handler does both, because
/// each handler costs memory on every open connection.
package final class BodyGate: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// The error that the reader of a body receives in place of the rest of the body, when the deadline has passed.
    package struct DeadlinePassed: Error {}

    /// The event that announces that the body of the current request is going to be read.
    struct BodyWanted: Sendable {}

    /// The time that a client has to read the refusal and close the connection.
    private static let grace = TimeAmount.seconds(5)
    /// The time within which a busy server must send its refusal of the body.
    private static let refusalTime = TimeAmount.seconds(60)
    private let time: TimeAmount
    private let slowest: Int64?
    /// The largest body, in bytes, for which `100 Continue` is sent at once. If it is `nil`, the reader of each body announces that it
    /// wants the body.
    private let bodyLimit: Int?
    private var unanswered = 0
    /// The bytes of the body that have arrived, and the part of them for which the deadline was already extended.
    private var received: Int64 = 0, allowed: Int64 = 0
    /// The deadline, once a body needed one. Most bodies arrive with their heads and need none.
    private var deadline: MovingDeadline?
    /// True while a body is arriving.
    private var isArriving = false
    /// True when the deadline of the arriving body is set.
    private var isSet = false
    private var hasPassed = false
    /// True while the client of the arriving body waits for `100 Continue`.
    private var isAsked = false
    /// True when the body of the current request is going to be read.
    private var isWanted = false

    /// Creates a handler with a deadline for each body.
    /// - Parameters:
    ///   - deadline: the time that a body has to arrive.
    ///   - slowest: a rate in bytes per second. A body that arrives at least this fast gets more time. Without it, the deadline is
    ///     the same for all bodies.
    ///   - bodyLimit: the largest body, in bytes, for which `100 Continue` is sent at once. Defaults to `nil`: only
    ///     ``BodyWanted`` allows a body.
    init(_ deadline: Duration, slowest: Int64? = nil, bodyLimit: Int? = nil) {
        time = TimeAmount(deadline)
        self.slowest = slowest.flatMap { $0 > 0 ? $0 : nil }
        self.bodyLimit = bodyLimit
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if hasPassed { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            unanswered += 1
            (received, allowed) = (0, 0)
            isArriving = true
            isAsked = RequestBodies.asksFirst(head)
            isWanted = bodyLimit.map { !RequestBodies.isTooLong(head.headerFields, limit: $0) } ?? false
            allowBody(context)
        case .body(let part):
            received += Int64(part.readableBytes)
            isAsked = false
        case .end:
            deadline?.clear()
            (isArriving, isSet, isAsked) = (false, false, false)
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
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        unanswered -= 1
        if hasPassed, unanswered == 0 { closeLater(context, in: Self.grace) }
        context.write(data, promise: promise)
        allowBody(context)
    }

    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is BodyWanted else { return context.triggerUserOutboundEvent(event, promise: promise) }
        // Requests are processed in order. If only one request is pending, the event therefore belongs to this request.
        if unanswered == 1 { isWanted = true }
        allowBody(context)
        promise?.succeed()
    }

    package func channelInactive(context: ChannelHandlerContext) {
        deadline?.end()
        context.fireChannelInactive()
    }

    package func handlerRemoved(context: ChannelHandlerContext) { deadline?.end() }

    /// Sends `100 Continue`. Responses are sent in order, so this waits until earlier requests are answered.
    private func allowBody(_ context: ChannelHandlerContext) {
        guard isAsked, isWanted, unanswered == 1 else { return }
        isAsked = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

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
        context.fireErrorCaught(DeadlinePassed())
        closeLater(context, in: unanswered > 0 ? Self.refusalTime : Self.grace)
    }

    private func closeLater(_ context: ChannelHandlerContext, in time: TimeAmount) {
        schedule(context, in: time) { _, context in context.close(promise: nil) }
    }

    private func schedule(
        _ context: ChannelHandlerContext, in time: TimeAmount,
        _ body: @escaping (BodyGate, ChannelHandlerContext) -> Void
    ) {
        let deadline = self.deadline ?? MovingDeadline()
        self.deadline = deadline
        deadline.set(in: time, on: context.eventLoop) { body(self, context) }
    }
}
