import NIOCore

/// Stands between the socket and the HTTP decoder: lets a connection in, sees to it that it says something in time, and knows what of the
/// answers its client has not taken.
final class ConnectionGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// What a connection for which there is no room gets.
    private static let refusal = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    /// From this size on a write is followed until it is through; smaller ones are counted by what the channel says.
    private static let large = 16 << 10

    private let ground: ListenerGround
    /// The other side of the socket; `unknown` before the connection is there.
    private(set) var peer = "unknown"
    /// Whom limits count the current request under.
    var key = "unknown"
    /// How many requests have no answer yet.
    var unanswered = 0
    /// True while the refusal of the connection is held back.
    private var isHeldBack = false
    private var isAdmitted = false, isInRequest = false, hasRead = false
    private var timer: Scheduled<Void>?
    // Answers, in bytes.
    private var handedOver = 0, largeOnes = 0, noted = 0
    /// Bytes that the socket has taken; now, and at the last ticks of ``watch``.
    private var taken = 0, takenBefore: [Int] = []
    private var watch: Scheduled<Void>?

    init(_ ground: ListenerGround) { self.ground = ground }

    // MARK: Coming and going

    func channelActive(context: ChannelHandlerContext) {
        peer = context.channel.remoteAddress?.ipAddress ?? "unknown"
        key = NetworkAddress.key(of: peer)
        let isProxy = ground.limits.proxies.contains(NetworkAddress(peer))
        isAdmitted = (isProxy || ground.arrivals.isInTime(key)) && ground.connections.add(context.channel, address: peer, isProxy: isProxy)
        context.fireChannelActive()
        if isAdmitted {
            schedule(context, in: ground.limits.connections.firstByte) { $1.close(promise: nil) }
        } else {
            refuse(context, isProxy: isProxy)
        }
    }

    /// A client that is refused tries again at once; one whose refusal is held back does not know yet. Those of a proxy are many.
    private func refuse(_ context: ChannelHandlerContext, isProxy: Bool) {
        switch isProxy ? .now : ground.refusals.count(key) {
        case .now: sayFull(context)
        case .after(let time):
            isHeldBack = true
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.sayFull(context) }
        case .never: context.close(promise: nil)
        }
    }

    private func sayFull(_ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer(string: Self.refusal))), promise: nil)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave(context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server framework lets a client that has hung up look alive until an answer is written to it.
        if event as? ChannelEvent == .inputClosed { ground.connections.cancelWork(on: ObjectIdentifier(context.channel)) }
        context.fireUserInboundEventTriggered(event)
    }

    private func leave(_ context: ChannelHandlerContext) {
        timer?.cancel()
        watch?.cancel()
        (timer, watch) = (nil, nil)
        if isHeldBack { ground.refusals.release(key) }
        isHeldBack = false
        guard isAdmitted else { return }
        isAdmitted = false
        ground.connections.remove(ObjectIdentifier(context.channel))
        ground.answers.remove(ObjectIdentifier(context.channel))
    }

    // MARK: Heads of requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isAdmitted else { return }
        if !isInRequest, !hasRead {
            hasRead = true
            waitForHead(context)
        }
        context.fireChannelRead(data)
    }

    /// A head is there; its body follows.
    func headArrived() {
        isInRequest = true
        timer?.cancel()
        timer = nil
    }

    /// A request is whole; the next byte begins another one.
    func requestArrived() {
        isInRequest = false
        hasRead = false
    }

    private func waitForHead(_ context: ChannelHandlerContext) {
        schedule(context, in: ground.limits.connections.head) { gate, context in
            // While an answer is due nobody reads on, and the client is not to blame.
            if gate.unanswered > 0 { gate.waitForHead(context) } else { context.close(promise: nil) }
        }
    }

    private func schedule(_ context: ChannelHandlerContext, in milliseconds: Int64, _ body: @escaping (ConnectionGate, ChannelHandlerContext) -> Void) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) { body(self, context) }
    }

    // MARK: Answers

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

    /// Tells the budget what waits, and begins to watch the client while something does.
    private func note(_ context: ChannelHandlerContext) {
        guard isAdmitted else { return }
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

    /// Looks from time to time what the client has taken in the last stretch of patience.
    private func watchReader(_ context: ChannelHandlerContext) {
        let limits = ground.limits.answers
        let ticks = 4
        watch = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(max(limits.patience / Int64(ticks), 1))) { [self] in
            note(context)
            guard isAdmitted, noted > 0 else { return }
            if takenBefore.count == ticks {
                let least = Int64(limits.slowest).multipliedReportingOverflow(by: limits.patience).partialValue / 1000
                guard Int64(taken - takenBefore.removeFirst()) >= max(least, 1) else { return context.close(promise: nil) }
            }
            takenBefore.append(taken)
            watchReader(context)
        }
    }
}
