import DequeModule
import HTTPTypes
import HeraldPeer
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Passes on the requests of one connection that the server does not answer itself. It lets the other requests through to the server framework,
/// and keeps the responses of both in the order of the requests.
final class ProxyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The destination of the request that is arriving.
    enum Destination { case server, homeserver, nowhere }

    /// A part of a request that has arrived.
    private struct Arrival {
        let part: HTTPRequestPart
        /// True for the head of a request that the server answers itself.
        let isOwn: Bool

        /// The size of a part of a body.
        var bytes: Int { if case .body(let bytes) = part { bytes.readableBytes } else { 0 } }
    }

    let rules: ProxyRules
    let ground: ListenerGround
    private(set) var context: ChannelHandlerContext?
    private var peer: String?
    private var pool: UpstreamPool?
    private(set) var timer: DeadlineTimer?
    /// The request that the homeserver is answering.
    var exchange: Exchange?
    /// True if the request that the homeserver is answering has the method HEAD.
    var isHead = false
    /// The id of this request, and what is counted about it.
    var id: RequestID?
    var passedOn: PassedOnRequest?
    /// The origin of this request. A redirect of it is checked against it.
    var origin: RedirectRules.Origin?
    /// The number of requests without a response that were let through.
    private var unanswered = 0
    var arriving = Destination.nowhere
    /// True between the head of a request and its end.
    private var isReceiving = false
    /// The parts of requests that wait until earlier requests are answered.
    private var held: Deque<Arrival> = []
    private var isReadWanted = false
    /// True when the connection ends after the current response.
    var endsAfterResponse = false
    /// True after the last response of the connection. Requests behind it are not processed.
    private var isEnding = false
    /// The fault in the input behind the current request.
    private var fault: ProxyRefusal?
    /// True after a fault in the input. The parser may report more than one.
    private var isBroken = false
    private var quiesce: ChannelShouldQuiesceEvent?

    init(_ rules: ProxyRules, _ ground: ListenerGround) {
        self.rules = rules
        self.ground = ground
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        pool = rules.pools.pool(on: context.eventLoop)
        timer = DeadlineTimer(on: context.eventLoop) { [weak self] in self?.fire() }
        do {
            let pipeline = context.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HeadGuard(), position: .before(codec))
        } catch {
            context.close(promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leave()
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    /// Ends the input after a response that announces the end of the connection.
    func endInput() {
        isEnding = true
        drop()
    }

    private func leave() {
        timer?.stop()
        exchange?.cancel()
        exchange = nil
        drop()
    }

    private func drop() {
        rules.counts.heldBytes.add(-held.reduce(0) { $0 + $1.bytes })
        held = []
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        guard !isEnding else { return }
        let isOwn = if case .head(let head) = part { rules.isOwn(head) } else { false }
        let arrival = Arrival(part: part, isOwn: isOwn)
        guard held.isEmpty, !mustWait(arrival) else {
            rules.counts.heldBytes.add(arrival.bytes)
            return held.append(arrival)
        }
        deliver(arrival, context)
    }

    /// Returns true if a part begins a request that has to wait for the response to an earlier one.
    private func mustWait(_ arrival: Arrival) -> Bool {
        guard case .head = arrival.part else { return false }
        return exchange != nil || unanswered > 0 && !arrival.isOwn
    }

    /// Passes a part to its destination. The answer to a request may come within this call, so the state is changed first.
    private func deliver(_ arrival: Arrival, _ context: ChannelHandlerContext) {
        let part = arrival.part
        switch part {
        case .head(let head):
            isReceiving = true
            timer?.clear()
            guard arrival.isOwn else { return begin(head) }
            arriving = .server
            unanswered += 1
            context.fireChannelRead(wrapInboundOut(part))
        case .body(let bytes):
            switch arriving {
            case .server: context.fireChannelRead(wrapInboundOut(part))
            case .homeserver: exchange?.receive(bytes)
            case .nowhere: ground.hasGivenOn(bytes.readableBytes, context)
            }
        case .end:
            let destination = arriving
            isReceiving = false
            arriving = .nowhere
            switch destination {
            case .server: context.fireChannelRead(wrapInboundOut(part))
            case .homeserver: exchange?.receiveEnd()
            case .nowhere: break
            }
        }
    }

    /// Passes a request on, or refuses it.
    private func begin(_ head: HTTPRequest) {
        guard let pool, let context else { return }
        let peer = self.peer ?? context.channel.remoteAddress?.ipAddress ?? "unknown"
        self.peer = peer
        let id = ground.id(of: head, peer: peer)
        (self.id, isHead) = (id, head.method == .head)
        let framing = BodyFraming(head.headerFields)
        // The parser stops after a request for another protocol.
        endsAfterResponse =
            quiesce != nil || head.headerFields.contains(.upgrade)
            || ForwardedHeads.named(in: head.headerFields[.connection]).contains("close")
        do throws(ProxyRefusal) {
            let outgoing = try rules.paths.outgoing(head.path ?? "") { ProxyRules.isAnonymous(head) }
            guard !rules.resemblesOwn(head) else { throw .path }
            let client = ground.client(of: head, peer: peer)
            if client.isForwarded, !client.isOfProxy, rules.log.warnsOfProxies, ground.isUnknownProxy(peer) {
                rules.log.forwarded(by: peer)
            }
            guard !outgoing.isOpen || rules.admitsOpen(client) else { throw .rateLimit }
            origin = RedirectRules.Origin(target: outgoing.target, authority: head.authority)
            let exchange = Exchange(
                rules.heads.request(head, target: outgoing.target, framing, from: client, id: id), framing,
                wait: rules.wait(of: head), through: pool, limits: rules.limits, counts: rules.counts, for: self)
            arriving = .homeserver
            passedOn = PassedOnRequest(rules.counts.passedOn[head.method])
            self.exchange = exchange
            exchange.start()
        } catch {
            arriving = .nowhere
            answer(error)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        exchange?.flushRequest()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if held.isEmpty, exchange?.isFull != true { context.read() } else { isReadWanted = true }
    }

    func mayRead() {
        guard isReadWanted, held.isEmpty, exchange?.isFull != true else { return }
        isReadWanted = false
        context?.read()
    }

    // MARK: Responses of the server

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
        context.write(data, promise: promise)
        guard isEnd else { return }
        unanswered = max(unanswered - 1, 0)
        next()
    }

    // MARK: Between requests

    /// Processes the held requests, or the end of the input, after a response.
    func next() {
        guard let context else { return }
        if isEnding || fault != nil { drop() }
        let hasHeld = !held.isEmpty
        while let arrival = held.first, !mustWait(arrival) {
            held.removeFirst()
            rules.counts.heldBytes.add(-arrival.bytes)
            deliver(arrival, context)
        }
        exchange?.flushRequest()
        // The server framework takes over the parts only now.
        if hasHeld { context.fireChannelReadComplete() }
        if exchange == nil {
            if let fault, held.isEmpty, unanswered == 0 {
                self.fault = nil
                answer(fault)
            }
            if let quiesce {
                self.quiesce = nil
                context.fireUserInboundEventTriggered(quiesce)
            }
        }
        if exchange == nil { timer?.clear() }
        mayRead()
    }

    private func fire() {
        guard let exchange else { return }
        exchange.cancel()
        fail(exchange, .timeout)
    }

    // MARK: Events and errors

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let exchange {
            if let event = event as? ChannelShouldQuiesceEvent {
                // A long poll would delay the stop. A proxy in front repeats it at another instance, as it has no answer.
                if exchange.isPolling { return context.close(promise: nil) }
                endsAfterResponse = true
                quiesce = event
                return
            }
            // The client has closed the connection. Nobody would read the response.
            if event as? ChannelEvent == .inputClosed {
                exchange.cancel()
                self.exchange = nil
                context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let refusal = ProxyRefusal(error: error) else { return context.fireErrorCaught(error) }
        guard !isBroken else { return }
        isBroken = true
        // The error belongs to the body of the request that is arriving, or to a request behind it.
        if isReceiving, arriving == .server, held.isEmpty { return context.fireErrorCaught(error) }
        if isReceiving, held.isEmpty {
            guard let exchange else { return }
            // If the homeserver takes nothing, the client is not at fault.
            let isStuck = exchange.isFull
            exchange.cancel()
            fail(exchange, refusal == .slowBody && isStuck ? .timeout : refusal)
        } else if exchange != nil || unanswered > 0 {
            fault = refusal
        } else {
            answer(refusal)
        }
    }
}
