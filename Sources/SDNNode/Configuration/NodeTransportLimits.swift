import HeraldPeer

/// Limits on the node's connections: their number, the time that they may be silent, and the memory that half-sent requests and unread
/// answers take. In these limits, an address is an IPv4 address or a whole IPv6 /64. Times are measured on a monotonic clock, which nobody
/// can set.
public struct NodeTransportLimits: Sendable, Hashable {
    /// The most connections that may be open at once. A further connection replaces a silent one. If no connection is silent, the further
    /// one is refused with 503.
    public var connections: Int
    /// The most connections that one address may have. No address may have more than half of all connections. A loopback address may have
    /// this half, even if the limit is lower. The limit does not apply to a trusted proxy.
    public var connectionsPerAddress: Int
    /// The time in which a new connection must send its first byte. Otherwise the node closes it.
    public var firstByteDeadline: Duration
    /// The time in which the head of a request must arrive, counted from its first byte. Otherwise the node closes the connection.
    public var headDeadline: Duration
    /// The time that a connection may be idle between two requests. Then the node closes it. A request that waits for its answer is not idle.
    public var keepAlive: Duration
    /// The most bytes that the bodies of one address's requests may take. Above this limit, the node answers 429 to the request that has
    /// been arriving for longest.
    public var bodyBytesPerAddress: Int
    /// The most bytes that the bodies of all requests may take. Above this limit, the node answers 503 to a request of the address that
    /// takes most bytes.
    public var bodyBytes: Int
    /// The most bytes of answers that the clients at one address have not read yet. Above this limit, the node refuses a large answer with
    /// 503 and closes the connection with the most unread bytes. A single answer may be larger if no other answer waits.
    public var unreadBytesPerAddress: Int
    /// The most bytes of answers that the clients at all addresses have not read yet.
    public var unreadBytes: Int
    /// The time in which a client must read some bytes of a waiting answer. Otherwise the node closes the connection.
    public var readTimeout: Duration
    /// The bytes a second that a client must read of an answer, on average over ``readTimeout``.
    public var slowestReader: Int
    /// The most large answers that the node builds at once. Other requests for large answers wait for their turn.
    public var largeAnswers: Int
    /// The most large answers that the node builds at once for one address.
    public var largeAnswersPerAddress: Int
    /// The most requests of one address that may wait for their turn. The node answers 503 to a further one.
    public var largeAnswersWaitingPerAddress: Int
    /// The most refusals that one address receives in a second. A refusal is an answer with a status of 400 or more. The node delays refusals above
    /// the limit by at most 5 s.
    public var refusalsPerSecond: Int
    /// The most refusals that one address receives at once before ``refusalsPerSecond`` applies.
    public var refusalsAtOnce: Int

    /// Creates the limits. The defaults suit a small server.
    public init(
        connections: Int = 1_000, connectionsPerAddress: Int = 128, firstByteDeadline: Duration = .seconds(5),
        headDeadline: Duration = .seconds(10),
        keepAlive: Duration = .seconds(60), bodyBytesPerAddress: Int = 8 << 20, bodyBytes: Int = 64 << 20,
        unreadBytesPerAddress: Int = 32 << 20,
        unreadBytes: Int = 128 << 20, readTimeout: Duration = .seconds(20), slowestReader: Int = 1 << 10,
        largeAnswers: Int = 4,
        largeAnswersPerAddress: Int = 2, largeAnswersWaitingPerAddress: Int = 16, refusalsPerSecond: Int = 200,
        refusalsAtOnce: Int = 500
    ) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.firstByteDeadline = firstByteDeadline
        self.headDeadline = headDeadline
        self.keepAlive = keepAlive
        self.bodyBytesPerAddress = bodyBytesPerAddress
        self.bodyBytes = bodyBytes
        self.unreadBytesPerAddress = unreadBytesPerAddress
        self.unreadBytes = unreadBytes
        self.readTimeout = readTimeout
        self.slowestReader = slowestReader
        self.largeAnswers = largeAnswers
        self.largeAnswersPerAddress = largeAnswersPerAddress
        self.largeAnswersWaitingPerAddress = largeAnswersWaitingPerAddress
        self.refusalsPerSecond = refusalsPerSecond
        self.refusalsAtOnce = refusalsAtOnce
    }

    /// The name of the first invalid value and the reason; `nil` if all are valid.
    var fault: (field: String, reason: String)? {
        let counts = [
            ("connections", connections), ("connectionsPerAddress", connectionsPerAddress),
            ("bodyBytesPerAddress", bodyBytesPerAddress),
            ("bodyBytes", bodyBytes), ("unreadBytesPerAddress", unreadBytesPerAddress), ("unreadBytes", unreadBytes),
            ("slowestReader", slowestReader), ("largeAnswers", largeAnswers),
            ("largeAnswersPerAddress", largeAnswersPerAddress),
            ("largeAnswersWaitingPerAddress", largeAnswersWaitingPerAddress), ("refusalsPerSecond", refusalsPerSecond),
            ("refusalsAtOnce", refusalsAtOnce),
        ]
        if let wrong = counts.first(where: { $0.1 < 1 }) { return (wrong.0, "must be above 0") }
        let times = [
            ("firstByteDeadline", firstByteDeadline), ("headDeadline", headDeadline), ("keepAlive", keepAlive),
            ("readTimeout", readTimeout),
        ]
        if let wrong = times.first(where: { !NodeConfiguration.deadlines.contains($0.1) }) {
            return (wrong.0, "expected a millisecond to an hour")
        }
        return nil
    }

    /// Returns the limits in the form that the listener takes.
    func limits(bodyDeadline: Duration, slowestBody: Int64?, proxies: TrustedProxies) -> HTTPListener.Limits {
        HTTPListener.Limits(
            connections: ConnectionLimits(
                inAll: connections, perAddress: connectionsPerAddress, firstByte: firstByteDeadline, head: headDeadline,
                keepAlive: keepAlive),
            bodies: BodyLimits(perAddress: bodyBytesPerAddress, inAll: bodyBytes),
            answers: AnswerLimits(
                perAddress: unreadBytesPerAddress, inAll: unreadBytes, readTimeout: readTimeout, slowest: slowestReader,
                buildsAtOnce: largeAnswers, buildsPerAddress: largeAnswersPerAddress,
                waitingPerAddress: largeAnswersWaitingPerAddress),
            refusals: RefusalLimits(perSecond: refusalsPerSecond, atOnce: refusalsAtOnce),
            bodyDeadline: bodyDeadline, slowestBody: slowestBody, proxies: proxies)
    }
}
