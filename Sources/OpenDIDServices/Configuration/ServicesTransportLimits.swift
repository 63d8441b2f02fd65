import HeraldPeer

/// The limits for connections to OpenDID's servers. They limit the number of connections, the time without data, and the memory for
/// incomplete requests and unread answers. In these limits, an address is an IPv4 address or a whole IPv6 /64. Times are measured with a
/// monotonic clock.
public struct ServicesTransportLimits: Sendable, Hashable {
    /// The most connections that may be open at once. Above the limit, a new connection replaces one on which the server waits for data, or
    /// is refused with 503.
    public var connections: Int
    /// The most connections that one address may have open at once. The limit is never more than half of ``connections``. For an address of
    /// this machine, the limit is always that half. A trusted proxy has no such limit.
    public var connectionsPerAddress: Int
    /// The time in which the first byte must arrive on a new connection. Otherwise the connection is closed.
    public var firstByteDeadline: Duration
    /// The time in which the header of a request must be complete, counted from the first byte. Otherwise the connection is closed.
    public var headDeadline: Duration
    /// The most bytes that the target and the header of a request may have together.
    public var headBytes: Int
    /// The time for which a connection may be idle between two requests. After this time, the connection is closed. A connection is not
    /// idle while a request waits for its answer.
    public var keepAlive: Duration
    /// The most bytes that the request bodies of one address may occupy. Above the limit, the server refuses the body whose transfer has
    /// taken longest, with 429.
    public var bodyBytesPerAddress: Int
    /// The most bytes that all request bodies may occupy. Above the limit, the server refuses a body of the address whose bodies occupy
    /// most, with 503.
    public var bodyBytes: Int
    /// The most bytes of answers that one address may leave unread. Above the limit, a large answer is refused with 503, and the connection
    /// with the most unread bytes is closed. A single answer may be larger than the limit if its address has no other unread answer.
    public var unreadBytesPerAddress: Int
    /// The most bytes of answers that all addresses together may leave unread.
    public var unreadBytes: Int
    /// The longest time for which a client may read nothing while an answer is ready for it. After this time, the connection is closed.
    public var readTimeout: Duration
    /// The lowest speed at which a client may read an answer, in bytes per second. It is measured as an average over ``readTimeout``.
    public var slowestReader: Int
    /// The number of large answers that the servers build at once. Further requests for large answers wait.
    public var largeAnswers: Int
    /// The number of large answers that the servers build at once for one address.
    public var largeAnswersPerAddress: Int
    /// The number of requests for large answers that one address may have waiting. A further request is refused with 503.
    public var largeAnswersWaitingPerAddress: Int
    /// The number of refusals per second that one address gets without a delay. A refusal is an answer with a status of 400 or more.
    /// Further refusals are delayed by up to 5 s.
    public var refusalsPerSecond: Int
    /// The number of refusals that one address gets without a delay before ``refusalsPerSecond`` applies.
    public var refusalsAtOnce: Int

    /// Creates limits. The defaults suit a small server.
    public init(
        connections: Int = 4_096, connectionsPerAddress: Int = 128, firstByteDeadline: Duration = .seconds(5),
        headDeadline: Duration = .seconds(10),
        headBytes: Int = 16 << 10, keepAlive: Duration = .seconds(60), bodyBytesPerAddress: Int = 8 << 20,
        bodyBytes: Int = 64 << 20,
        unreadBytesPerAddress: Int = 32 << 20, unreadBytes: Int = 128 << 20, readTimeout: Duration = .seconds(20),
        slowestReader: Int = 1 << 10, largeAnswers: Int = 4,
        largeAnswersPerAddress: Int = 2, largeAnswersWaitingPerAddress: Int = 16, refusalsPerSecond: Int = 200,
        refusalsAtOnce: Int = 500
    ) {
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.firstByteDeadline = firstByteDeadline
        self.headDeadline = headDeadline
        self.headBytes = headBytes
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

    /// The name of the first unusable value, with the reason.
    var fault: (field: String, reason: String)? {
        let counts = [
            ("connections", connections), ("connectionsPerAddress", connectionsPerAddress), ("headBytes", headBytes),
            ("bodyBytesPerAddress", bodyBytesPerAddress), ("bodyBytes", bodyBytes),
            ("unreadBytesPerAddress", unreadBytesPerAddress), ("unreadBytes", unreadBytes),
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
        if let wrong = times.first(where: { !(.milliseconds(1)...Duration.seconds(3_600)).contains($0.1) }) {
            return (wrong.0, "expected 1 to 3,600,000 milliseconds")
        }
        return nil
    }

    /// Returns the limits in the form that the listener uses.
    func limits(bodyDeadline: Duration, slowestBody: Int64?, proxies: TrustedProxies) -> HTTPListener.Limits {
        HTTPListener.Limits(
            connections: ConnectionLimits(
                inAll: connections, perAddress: connectionsPerAddress, firstByte: firstByteDeadline,
                head: headDeadline,
                headBytes: headBytes, keepAlive: keepAlive),
            bodies: BodyLimits(perAddress: bodyBytesPerAddress, inAll: bodyBytes),
            answers: AnswerLimits(
                perAddress: unreadBytesPerAddress, inAll: unreadBytes, readTimeout: readTimeout,
                slowest: slowestReader,
                buildsAtOnce: largeAnswers, buildsPerAddress: largeAnswersPerAddress,
                waitingPerAddress: largeAnswersWaitingPerAddress),
            refusals: RefusalLimits(perSecond: refusalsPerSecond, atOnce: refusalsAtOnce),
            bodyDeadline: bodyDeadline, slowestBody: slowestBody, proxies: proxies)
    }
}
