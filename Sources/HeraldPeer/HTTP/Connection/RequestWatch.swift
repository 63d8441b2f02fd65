import DequeModule
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Follows the requests of a connection and their responses. It tracks the connection's phase and the memory of bodies, delays refusals, and closes
/// connections whose clients are still sending after the response.
final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The event that reports that a part of a body was passed on and is no longer held in memory.
    struct PartTaken: Sendable { let bytes: Int }

    /// A request without a response.
    private struct Open {
        let key: String
        /// True when ``RequestCounts`` has counted this request.
        let isCounted: Bool
        /// The number of bytes of the request's body that are held in memory.
        var held = 0
    }

    /// A delayed refusal, and the parts of responses that were written after it.
    private struct HeldRefusal {
        let key: String
        var parts: [(data: NIOAny, promise: EventLoopPromise<Void>?)]
        /// The bytes of bodies in ``parts``.
        var bytes = 0
        var timer: Scheduled<Void>?
    }

    /// The time that a client has to read its response and close the connection.
    private static let grace = TimeAmount.seconds(5)
    /// The time that the reader of a rejected body has to send a response.
    private static let unanswered = TimeAmount.seconds(30)
    /// The largest remainder of a body, in bytes, that is read and dropped after the request was answered. With a larger remainder, the
    /// connection is closed instead.
    private static let dropped = 64 << 10
    /// The most requests of a connection without a response. One read brings thousands of very short ones, before the connection can be held back.
    static let pipelined = 512
    /// The most parts of responses that wait behind a delayed refusal, and the most bytes of their bodies.
    private static let heldParts = 64, heldBytes = 256 << 10

    private let ground: ListenerGround
    private let gate: ConnectionGate
    /// The open requests in the order of arrival. The first one is being answered.
    private var open: Deque<Open> = []
    /// True when a request's head has arrived but not its end.
    private var isReading = false
    /// True when the request that is arriving has no response yet.
    private var isUnanswered = true
    /// The bytes of the arriving body that are still missing. `nil` when the length is unknown.
    private var rest: Int?
    private var asksFirst = false
    /// True when incoming data is dropped because the connection is ending.
    private var isEnding = false
    private var endsAfterAnswer = false
    private var goodbye: Scheduled<Void>?
    private var held: HeldRefusal?
    /// True when the channel wanted to read while a refusal was held.
    private var isReadHeld = false

    init(_ ground: ListenerGround) {
        self.ground = ground
        gate = ConnectionGate(ground)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            try context.pipeline.syncOperations.addHandler(gate, position: .first)
        } catch {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    // MARK: Incoming data

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isEnding { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            let client = ground.limits.proxies.client(peer: gate.peer, headers: head.headerFields)
            // If the headers of a forwarded request contradict each other, the request counts for the proxy's own address. All such clients therefore
            // share the limit of one client.
            let isProxied = client.isOfProxy
            guard !isProxied || ground.underWay.begin(client.key) else { return refuse(head, client.key, context) }
            open.append(Open(key: client.key, isCounted: isProxied))
            guard open.count <= Self.pipelined else { return closeFlood(context) }
            if open.count == 1 { gate.key = client.key }
            gate.unanswered = open.count
            gate.headArrived()
            (isReading, isUnanswered) = (true, true)
            asksFirst = RequestBodies.asksFirst(head)
            let isChunked = head.headerFields.contains(.transferEncoding)
            rest = isChunked ? nil : head.headerFields.value(of: .contentLength).map { Int($0) } ?? 0
        case .body(let part):
            asksFirst = false
            rest = rest.map { max($0 - part.readableBytes, 0) }
            if !open.isEmpty, isUnanswered {
                open[open.count - 1].held += part.readableBytes
                ground.bodies.add(part.readableBytes, of: open[open.count - 1].key, on: context.channel)
            }
        case .end:
            isReading = false
            gate.requestArrived(context)
            if let last = open.last, isUnanswered {
                if last.held > 0 { ground.bodies.complete(last.key, on: ObjectIdentifier(context.channel)) }
                gate.enter(.busy)
            }
        }
        context.fireChannelRead(data)
    }

    /// Refuses a request of a client that has too many open requests through a trusted proxy. The handlers behind this one do not see the
    /// request.
    private func refuse(_ request: HTTPRequest, _ key: String, _ context: ChannelHandlerContext) {
        ground.metrics.refusals.add(.requestLimit)
        guard open.isEmpty else { return context.close(promise: nil) }
        gate.key = key
        gate.headArrived()
        isEnding = true
        let answer = ground.limits.full
        let head = HTTPResponse(status: .serviceUnavailable, headerFields: answer.headers)
        write(context: context, data: wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .head, !answer.body.isEmpty {
            write(context: context, data: wrapOutboundOut(.body(ByteBuffer(string: answer.body))), promise: nil)
        }
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    /// Closes a connection that brings too many requests at once. TLS goes on to deliver what has arrived, so it is dropped from now on.
    private func closeFlood(_ context: ChannelHandlerContext) {
        ground.metrics.refusals.add(.requestLimit)
        isEnding = true
        context.close(promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive as a whole.
        if isReading, isUnanswered { gate.enter(.receiving) }
        context.fireChannelReadComplete()
        if isEnding { context.read() }
    }

    /// Reads the rest of the input and drops it. This handler must read it, because no handler behind this one reads any more.
    private func dropRest(_ context: ChannelHandlerContext) {
        isEnding = true
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let refusal = event as? BodyBudget.Refusal else { return context.fireUserInboundEventTriggered(event) }
        guard isReading, isUnanswered, !isEnding else { return }
        releaseAll(context)
        dropRest(context)
        context.fireErrorCaught(refusal)
        // The reader of the body normally sends a response. If there is no reader, the connection is closed without one after a while.
        close(context, in: Self.unanswered)
    }

    /// Reads no further requests while a refusal is delayed, because their answers would wait in memory.
    func read(context: ChannelHandlerContext) {
        isReadHeld = held != nil
        if !isReadHeld { context.read() }
    }

    // MARK: Outgoing data

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if held != nil { return hold(data, promise, context) }
        guard case .head(let head) = unwrapOutboundIn(data), head.status.code >= 400 else {
            return send(context, data, promise)
        }
        let key = open.first?.key ?? gate.key
        switch ground.refusals.count(key) {
        case .now: send(context, data, promise)
        case .after(let time):
            held = HeldRefusal(key: key, parts: [(data, promise)])
            held?.timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.sendHeld(context) }
        case .never:
            promise?.fail(ChannelError.ioOnClosedChannel)
            context.close(promise: nil)
        }
    }

    /// Sends a delayed refusal and the parts after it. If the next response is also a refusal, it is delayed in turn.
    private func sendHeld(_ context: ChannelHandlerContext) {
        guard let due = held, let first = due.parts.first else { return }
        held = nil
        ground.refusals.release(due.key)
        send(context, first.data, first.promise)
        for part in due.parts.dropFirst() { write(context: context, data: part.data, promise: part.promise) }
        context.flush()
        if isReadHeld { read(context: context) }
    }

    /// Keeps a part behind a delayed refusal.
    private func hold(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        held?.parts.append((data, promise))
        if case .body(let bytes) = unwrapOutboundIn(data) { held?.bytes += bytes.readableBytes }
        // A proxy begins a request before the client has taken the answer to the one before.
        guard let held, held.parts.count > Self.heldParts || held.bytes > Self.heldBytes else { return }
        dropHeld()
        context.close(promise: nil)
    }

    private func dropHeld() {
        guard let dropped = held else { return }
        held = nil
        dropped.timer?.cancel()
        ground.refusals.release(dropped.key)
        for part in dropped.parts { part.promise?.fail(ChannelError.ioOnClosedChannel) }
    }

    private func send(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.kind != .informational:
            if open.count == 1, isReading, isUnanswered, asksFirst || (rest ?? .max) > Self.dropped {
                head.headerFields[.connection] = "close"
            }
            if head.headerFields[.connection]?.lowercased() == "close" { endsAfterAnswer = true }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end:
            answered(context)
            guard endsAfterAnswer else { return context.write(data, promise: promise) }
            dropRest(context)
            let through = promise ?? context.eventLoop.makePromise(of: Void.self)
            through.futureResult.assumeIsolated().whenSuccess { self.sayGoodbye(context) }
            context.writeAndFlush(data, promise: through)
        default: context.write(data, promise: promise)
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let part = event as? PartTaken else { return context.triggerUserOutboundEvent(event, promise: promise) }
        if !open.isEmpty {
            let bytes = min(part.bytes, open[0].held)
            open[0].held -= bytes
            ground.bodies.remove(bytes, of: open[0].key, on: ObjectIdentifier(context.channel))
        }
        promise?.succeed()
    }

    private func answered(_ context: ChannelHandlerContext) {
        guard !open.isEmpty else { return }
        let done = open.removeFirst()
        if done.isCounted { ground.underWay.end(done.key) }
        if done.held > 0 { ground.bodies.remove(done.held, of: done.key, on: ObjectIdentifier(context.channel)) }
        gate.unanswered = open.count
        if let next = open.first {
            gate.key = next.key
        } else {
            if isReading { isUnanswered = false }
            gate.enter(.idle)
            gate.rest(context)
        }
    }

    /// Closes the sending side and drops further input. Closing the whole socket with unread input would reset the connection and could destroy a
    /// response that the client has not read yet.
    private func sayGoodbye(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        close(context, in: Self.grace)
    }

    private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
        goodbye?.cancel()
        goodbye = context.eventLoop.assumeIsolated().scheduleTask(in: time) { context.close(promise: nil) }
    }

    private func end(_ context: ChannelHandlerContext) {
        goodbye?.cancel()
        goodbye = nil
        dropHeld()
        releaseAll(context)
        for request in open where request.isCounted { ground.underWay.end(request.key) }
        open.removeAll()
    }

    private func releaseAll(_ context: ChannelHandlerContext) {
        for index in open.indices where open[index].held > 0 {
            ground.bodies.remove(open[index].held, of: open[index].key, on: ObjectIdentifier(context.channel))
            open[index].held = 0
        }
    }
}
