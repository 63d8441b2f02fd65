import NIOCore
import NIOHTTP1

/// A connection to the homeserver. It serves one request at a time.
final class UpstreamConnection: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    private let counts: ProxyCounts
    private weak var pool: UpstreamPool?
    private weak var user: (any UpstreamUser)?
    private var context: ChannelHandlerContext?
    /// True if the homeserver keeps the connection open for another request.
    private var isKeptAlive = false
    /// True from the head of a request until the end of its response.
    private var isBusy = false
    private var hasSentRequest = false
    private var isReadWanted = false
    private var failure = ProxyRefusal.closed
    /// True from the first part of a response that arrives until all parts that arrived with it were processed.
    private var isReading = false
    private var isLeaving = false
    /// True when the connection was unused before the current request. The homeserver may have closed it meanwhile.
    var isReused = false
    /// True when the pool counts the connection.
    var isCounted = false
    /// True while the user holds as many bytes of the response as it may.
    var holdsReads = false {
        didSet {
            guard oldValue, !holdsReads, isReadWanted else { return }
            isReadWanted = false
            context?.read()
        }
    }

    init(of pool: UpstreamPool, counts: ProxyCounts) {
        self.pool = pool
        self.counts = counts
    }

    var isOpen: Bool { context?.channel.isActive ?? false }
    /// True when the response has ended and another request may follow.
    var isReusable: Bool { isOpen && isKeptAlive && !isBusy && hasSentRequest }

    // MARK: The request

    func begin(_ head: HTTPRequestHead, for user: any UpstreamUser) {
        self.user = user
        (isBusy, hasSentRequest, isKeptAlive) = (true, false, false)
        context?.write(wrapOutboundOut(.head(head)), promise: nil)
    }

    func send(_ part: ByteBuffer) {
        guard let context else { return }
        let bytes = part.readableBytes, user = self.user
        let taken = context.eventLoop.makePromise(of: Void.self)
        // The connection may serve another request by then.
        taken.futureResult.assumeIsolated().whenComplete { [weak user] _ in user?.upstreamTook(bytes) }
        context.write(wrapOutboundOut(.body(.byteBuffer(part))), promise: taken)
    }

    func end() {
        hasSentRequest = true
        context?.write(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func flush() { context?.flush() }

    /// Ends the use of the connection. It stays open if another request can use it.
    func leave() {
        user = nil
        holdsReads = false
        // Bytes behind the response would belong to no request. The parser sees them before the next request begins.
        if isReading { isLeaving = true } else { settle() }
    }

    private func settle() {
        isLeaving = false
        guard isReusable, let pool else { return close() }
        pool.giveBack(self)
    }

    func close() {
        user = nil
        context?.close(promise: nil)
    }

    // MARK: The response

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        switch unwrapInboundIn(data) {
        case .head(let head):
            // The proxy never asks for another protocol.
            guard isBusy, head.status != .switchingProtocols else { return fail(.invalidResponse, context) }
            isKeptAlive = head.isKeepAlive
            user?.upstreamBegan(head)
        case .body(let part): user?.upstreamSent(part)
        case .end:
            isBusy = false
            user?.upstreamEnded()
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        user?.upstreamPaused()
        if isLeaving { settle() }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if holdsReads { isReadWanted = true } else { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error is HTTPParserError || error is NIOHTTPDecoderError ? .invalidResponse : .closed, context)
    }

    private func fail(_ refusal: ProxyRefusal, _ context: ChannelHandlerContext) {
        // A connection that ends within a response makes the parser fail too, but that is no fault in what was sent.
        if context.channel.isActive { failure = refusal }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        let user = self.user
        self.user = nil
        if isCounted {
            counts.connections.add(-1)
            pool?.closed(self)
        }
        user?.upstreamFailed(failure)
        context.fireChannelInactive()
    }
}
