import HTTPTypes
import HeraldPeer
import NIOCore
import NIOHTTP1

/// The client's side of an exchange.
protocol ExchangeClient: AnyObject {
    /// Writes the head of the response, and then its parts.
    func respond(_ head: HTTPResponseHead, of exchange: Exchange)
    func respond(_ part: ByteBuffer, of exchange: Exchange)
    func flushResponse()
    /// Ends the response.
    func finish(_ exchange: Exchange)
    /// Answers the request with an error, if the response has not begun. Otherwise ends the connection.
    func fail(_ exchange: Exchange, _ refusal: ProxyRefusal)
    /// Called when the homeserver is ready for the request's body.
    func wantsBody()
    /// Called when the homeserver has taken bytes of the request's body, or they were dropped.
    func tookBodyBytes(_ bytes: Int)
    /// Called when the exchange may accept more of the request's body.
    func mayRead()
    /// Sets or clears the time within which the homeserver must send something.
    func expect(within time: Duration?)
}

/// One request that is passed on to the homeserver, and its response. It belongs to the event loop of its client.
final class Exchange: UpstreamUser {
    private let head: HTTPRequestHead
    private let framing: BodyFraming
    private let pool: UpstreamPool
    private let limits: ProxyLimits
    private let counts: ProxyCounts
    /// The time for which the request asks the homeserver to wait.
    private let wait: Duration
    private weak var client: (any ExchangeClient)?
    private var upstream: UpstreamConnection?
    private var waiting: UpstreamPool.WaitingRequest?
    /// The parts of the body that arrived before there was a connection.
    private var early: [ByteBuffer] = []
    /// The bytes of the request and of the response that are held in memory.
    private var heldUp = 0, heldDown = 0
    private var hasSentBody = false, hasRetried = false, isStarting = false, isOver = false
    /// True when the whole request has arrived from the client.
    private(set) var hasWholeRequest = false
    private(set) var hasBegunResponse = false

    init(
        _ head: HTTPRequestHead, _ framing: BodyFraming, wait: Duration, through pool: UpstreamPool,
        limits: ProxyLimits, counts: ProxyCounts, for client: any ExchangeClient
    ) {
        self.head = head
        self.framing = framing
        self.wait = wait
        self.pool = pool
        self.limits = limits
        self.counts = counts
        self.client = client
        counts.requests.add(1)
    }

    /// True while no more of the request's body should be read.
    var isFull: Bool { !isOver && heldUp >= limits.heldBytes }

    /// True while the request waits for news, and sending it again elsewhere does no harm.
    var isPolling: Bool { wait > .zero && hasWholeRequest && !hasBegunResponse && Self.isIdempotent(head.method) }

    /// Begins the exchange. The caller flushes the request when it has passed on the parts that have arrived.
    func start() {
        isStarting = true
        connect(isFresh: false)
        isStarting = false
    }

    private func connect(isFresh: Bool) {
        waiting = pool.take(isFresh: isFresh) { [weak self] result in self?.connected(result) }
    }

    private func connected(_ result: Result<UpstreamConnection, ProxyRefusal>) {
        waiting = nil
        switch result {
        case .failure(let refusal): fail(refusal)
        case .success(let connection):
            upstream = connection
            connection.begin(head, for: self)
            if framing != .none { client?.wantsBody() }
            let parts = early
            early = []
            for part in parts { pass(part, to: connection) }
            if hasWholeRequest { endRequest(connection) }
            if !isStarting { connection.flush() }
        }
    }

    // MARK: The request

    func receive(_ part: ByteBuffer) {
        hold(up: part.readableBytes)
        if let upstream { pass(part, to: upstream) } else { early.append(part) }
    }

    func receiveEnd() {
        hasWholeRequest = true
        if let upstream { endRequest(upstream) }
    }

    func flushRequest() { upstream?.flush() }

    private func pass(_ part: ByteBuffer, to connection: UpstreamConnection) {
        hasSentBody = true
        connection.send(part)
    }

    private func endRequest(_ connection: UpstreamConnection) {
        connection.end()
        guard !hasBegunResponse else { return }
        let usual = limits.firstByte + wait
        client?.expect(within: head.method == .POST ? max(usual, limits.firstByteOfPost) : usual)
    }

    func upstreamTook(_ bytes: Int) {
        guard !isOver else { return }
        let wasFull = isFull
        hold(up: -bytes)
        client?.tookBodyBytes(bytes)
        // A homeserver that answers early is not silent while it takes the rest of the request.
        if hasBegunResponse, upstream?.holdsReads != true { client?.expect(within: limits.silence) }
        if wasFull, !isFull { client?.mayRead() }
    }

    // MARK: The response

    func upstreamBegan(_ head: HTTPResponseHead) {
        hasBegunResponse = true
        client?.expect(within: limits.silence)
        client?.respond(head, of: self)
    }

    func upstreamSent(_ part: ByteBuffer) {
        hold(down: part.readableBytes)
        if heldDown >= limits.heldBytes {
            upstream?.holdsReads = true
            // The client, and not the homeserver, is awaited now.
            client?.expect(within: nil)
        } else {
            client?.expect(within: limits.silence)
        }
        client?.respond(part, of: self)
    }

    /// Records that the client's connection has taken bytes of the response.
    func clientTook(_ bytes: Int) {
        guard !isOver else { return }
        hold(down: -bytes)
        if heldDown <= limits.heldBytes / 2, let upstream, upstream.holdsReads {
            client?.expect(within: limits.silence)
            upstream.holdsReads = false
        }
    }

    func upstreamPaused() { client?.flushResponse() }

    func upstreamEnded() {
        let connection = upstream
        end()
        connection?.leave()
        client?.finish(self)
    }

    func upstreamFailed(_ refusal: ProxyRefusal) {
        let mayRetry =
            refusal == .closed && upstream?.isReused == true && !hasRetried && !hasBegunResponse && !hasSentBody
            && Self.isIdempotent(head.method)
        upstream = nil
        guard mayRetry else { return fail(refusal) }
        hasRetried = true
        counts.retried.add()
        client?.expect(within: nil)
        connect(isFresh: true)
    }

    // MARK: The end

    /// Ends the exchange because the client is gone or the request is given up.
    func cancel() {
        guard !isOver else { return }
        let connection = upstream
        end()
        connection?.close()
    }

    private func fail(_ refusal: ProxyRefusal) {
        guard !isOver else { return }
        end()
        client?.fail(self, refusal)
    }

    private func end() {
        guard !isOver else { return }
        let bytes = heldUp
        counts.heldBytes.add(-heldUp - heldDown)
        counts.requests.add(-1)
        (heldUp, heldDown, early) = (0, 0, [])
        isOver = true
        waiting?.cancel()
        (waiting, upstream) = (nil, nil)
        client?.expect(within: nil)
        if bytes > 0 { client?.tookBodyBytes(bytes) }
    }

    private func hold(up: Int = 0, down: Int = 0) {
        heldUp += up
        heldDown += down
        counts.heldBytes.add(up + down)
    }

    /// Returns true for methods that have the same effect if they are sent twice (RFC 9110, 9.2.2).
    private static func isIdempotent(_ method: HTTPMethod) -> Bool {
        [.GET, .HEAD, .OPTIONS, .PUT, .DELETE].contains(method)
    }
}
