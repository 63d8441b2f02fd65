import HeraldHTTP
import NIOCore

/// Limits on the number of connections, and on the time for which a connection may be silent. All times are measured on a monotonic clock.
package struct ConnectionLimits: Sendable, Hashable {
    /// The number of connections that may be open at once. A further connection replaces a silent one or is refused with 503.
    package var inAll: Int
    /// The number of connections of one address. An IPv6 /64 counts as one address. An address never gets more than half of all
    /// connections, and loopback addresses may have that half. The limit does not apply to a trusted proxy, whose connections serve many
    /// clients.
    package var perAddress: Int
    /// The time that a new connection may take to send its first byte.
    package var firstByte: Duration
    /// The time that a request's head may take from its first byte on. Slowly arriving bytes do not extend it.
    package var head: Duration
    /// The largest size of a request's target and header together, and of a trailer, in bytes. No memory budget counts these
    /// bytes.
    package var headBytes: Int
    /// The time that a connection may be idle between two requests. A connection whose request is being processed is not idle.
    package var keepAlive: Duration

    /// The number of connections per second that one address may open, beyond ``arrivalsAtOnce``. Further connections are refused, because
    /// even a silent connection costs time. The limit does not apply to a trusted proxy.
    package var arrivalsPerSecond = 500
    /// The number of connections that one address may open at once.
    package var arrivalsAtOnce = 2_000

    package init(
        inAll: Int = 1_000, perAddress: Int = 128, firstByte: Duration = .seconds(5), head: Duration = .seconds(10),
        headBytes: Int = 80 << 10,
        keepAlive: Duration = .seconds(60)
    ) {
        self.inAll = inAll
        self.perAddress = perAddress
        self.firstByte = firstByte
        self.head = head
        self.headBytes = headBytes
        self.keepAlive = keepAlive
    }

    /// Returns the number of connections that an address may have.
    func allowance(of client: NetworkAddress?) -> Int {
        let half = max(inAll / 2, 1)
        return client?.isLoopback == true ? half : max(min(perAddress, half), 1)
    }
}

/// A channel handler between the socket and the HTTP decoder. It admits connections, closes silent ones, and tracks which bytes of responses the
/// client has not taken.
final class ConnectionGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The size in bytes from which a write is tracked individually. Smaller writes are counted from the size of the channel's buffer.
    private static let large = 16 << 10

    private let ground: ListenerGround
    /// The address of the socket's peer, or `unknown` before the connection is active.
    private(set) var peer = "unknown"
    /// The key under which limits count the current request.
    var key = "unknown"
    /// The number of requests without a response.
    var unanswered = 0
    /// The connection, once it is admitted.
    private var connection: Connections.Connection?
    /// True while the refusal of this connection is delayed.
    private var isHeldBack = false
    private var isInRequest = false, hasRead = false, waitsForHead = false
    private let deadline = MovingDeadline()
    // Three counts of response bytes. They are the bytes that were written to the channel so far, the bytes in large writes that have not
    // ended, and the waiting bytes that were last reported to the budget.
    private var handedOver = 0, largeOnes = 0, noted = 0
    /// The number of bytes that the socket has taken so far, and the same number at the last checks by ``watchReader(_:)``.
    private var taken = 0, takenBefore: [Int] = []
    private var watch: Scheduled<Void>?

    init(_ ground: ListenerGround) { self.ground = ground }

    // MARK: Opening and closing

    func channelActive(context: ChannelHandlerContext) {
        peer = context.channel.remoteAddress?.ipAddress ?? "unknown"
        key = NetworkAddress.key(of: peer)
        let isProxy = ground.limits.proxies.contains(NetworkAddress(sender: peer))
        let refusal = refusal(context, isProxy: isProxy)
        context.fireChannelActive()
        if let refusal {
            ground.metrics.refusals.add(refusal)
            refuse(context, isProxy: isProxy)
        } else {
            schedule(context, in: ground.limits.connections.firstByte) { $1.close(promise: nil) }
        }
    }

    /// Adds the connection to the open ones.
    /// - Returns: the reason why it must be refused; `nil` if it was added.
    private func refusal(_ context: ChannelHandlerContext, isProxy: Bool) -> HTTPMetrics.Refusal? {
        guard isProxy || ground.arrivals.isInTime(key) else { return .connectionRate }
        connection = ground.connections.add(context.channel, address: peer, isProxy: isProxy)
        return connection == nil ? .connectionLimit : nil
    }

    /// Refuses the connection. A refused client retries at once, so the refusal may be delayed. Connections of a proxy serve many clients and are
    /// refused at once.
    private func refuse(_ context: ChannelHandlerContext, isProxy: Bool) {
        switch isProxy ? .now : ground.refusals.count(key) {
        case .now: sayFull(context)
        case .after(let time):
            isHeldBack = true
            deadline.set(in: time, on: context.eventLoop) { self.sayFull(context) }
        case .never: context.close(promise: nil)
        }
    }

    private func sayFull(_ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(string: ground.limits.full.text))), promise: nil)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave(context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The work is cancelled here, because a request would notice only when it writes its response that its client has closed the connection.
        if event as? ChannelEvent == .inputClosed || event is RequestDriver.Stop {
            ground.connections.cancelWork(on: ObjectIdentifier(context.channel))
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func leave(_ context: ChannelHandlerContext) {
        deadline.end()
        watch?.cancel()
        watch = nil
        if isHeldBack { ground.refusals.release(key) }
        isHeldBack = false
        guard let connection else { return }
        self.connection = nil
        ground.connections.remove(connection)
        ground.answers.remove(ObjectIdentifier(context.channel))
    }

    // MARK: Request heads

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard connection != nil else { return }
        if !isInRequest { hasRead = true }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most heads arrive as a whole and need no timer.
        if hasRead, !isInRequest, !waitsForHead {
            waitsForHead = true
            waitForHead(context)
        }
        context.fireChannelReadComplete()
    }

    /// Records the connection's phase.
    func enter(_ phase: Connections.Phase) {
        if let connection { ground.connections.enter(phase, connection) }
    }

    /// Records that a request's head has arrived. Its body follows.
    func headArrived() {
        (isInRequest, waitsForHead) = (true, false)
        deadline.clear()
    }

    /// Records that a request is complete. The next byte begins another one.
    /// - Parameter context: the context of a handler behind this one.
    func requestArrived(_ context: ChannelHandlerContext) {
        isInRequest = false
        hasRead = false
        rest(context)
    }

    /// Starts the time for which the connection may be idle, if it is idle.
    /// - Parameter context: the context of a handler behind this one.
    func rest(_ context: ChannelHandlerContext) {
        guard unanswered == 0, !isInRequest, !waitsForHead else { return }
        schedule(context, in: ground.limits.connections.keepAlive) { gate, context in
            // A client that takes its answer slowly has its own limit.
            if gate.noted > 0 { gate.rest(context) } else { context.close(promise: nil) }
        }
    }

    private func waitForHead(_ context: ChannelHandlerContext) {
        schedule(context, in: ground.limits.connections.head) { gate, context in
            // While a response is pending, nothing is read, so the client is not at fault.
            if gate.unanswered > 0 { gate.waitForHead(context) } else { context.close(promise: nil) }
        }
    }

    private func schedule(
        _ context: ChannelHandlerContext, in time: Duration,
        _ body: @escaping (ConnectionGate, ChannelHandlerContext) -> Void
    ) {
        deadline.set(in: TimeAmount(time), on: context.eventLoop) { body(self, context) }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let bytes = unwrapOutboundIn(data).readableBytes
        handedOver += bytes
        guard bytes >= Self.large else { return context.write(data, promise: promise) }
        largeOnes += bytes
        let through = promise ?? context.eventLoop.makePromise(of: Void.self)
        through.futureResult.assumeIsolated().whenComplete { _ in
            self.largeOnes -= bytes
            self.note(context)
        }
        context.write(data, promise: through)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        note(context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        note(context)
        context.fireChannelWritabilityChanged()
    }

    /// Reports the waiting bytes to the budget, and starts watching the client when there are some.
    private func note(_ context: ChannelHandlerContext) {
        guard connection != nil else { return }
        let buffered = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        let unread = max(buffered, largeOnes)
        let hasMoved = handedOver - buffered > taken
        taken = handedOver - buffered
        if unread != noted || unread > 0 && hasMoved {
            noted = unread
            ground.answers.note(unread: unread, hasMoved: hasMoved, of: key, on: context.channel)
        }
        if unread == 0 {
            watch?.cancel()
            watch = nil
        } else if watch == nil {
            takenBefore = [taken]
            watchReader(context)
        }
    }

    /// Checks regularly how many bytes the client has taken during the last ``AnswerLimits/readTimeout``.
    private func watchReader(_ context: ChannelHandlerContext) {
        let limits = ground.limits.answers
        let ticks = 4
        watch = context.eventLoop.assumeIsolated().scheduleTask(
            in: TimeAmount(max(limits.readTimeout / ticks, .milliseconds(1)))
        ) { [self] in
            note(context)
            guard connection != nil, noted > 0 else { return }
            if takenBefore.count == ticks {
                let timeout = TimeAmount(limits.readTimeout).nanoseconds / 1_000_000
                let least = Int64(limits.slowest).multipliedReportingOverflow(by: timeout).partialValue / 1000
                guard Int64(taken - takenBefore.removeFirst()) >= max(least, 1) else {
                    return context.close(promise: nil)
                }
            }
            takenBefore.append(taken)
            watchReader(context)
        }
    }
}
