import HeraldPeer

/// What OpenDID's servers allow over its connections: how many there are, how long they may be silent, and how much memory half-sent requests and
/// unread answers hold. "An address" is an IPv4 address or all of an IPv6 /64. Times are in milliseconds, on a clock that nobody can set.
public struct ServicesTransportLimits: Sendable, Hashable {
    /// How many connections may be open at once. One more takes the place of one that is silent, or else is refused with 503.
    public var connections: Int
    /// How many of them one address may have. It never has more than half of all, and addresses of this machine may have that half.
    /// Without meaning for a trusted proxy.
    public var connectionsPerAddress: Int
    /// How long a new connection may take to send its first byte; then it is closed.
    public var firstByteDeadline: Int64
    /// How long the head of a request may take from its first byte on; then the connection is closed.
    public var headDeadline: Int64
    /// How long the target and the header of a request may be together, in bytes.
    public var headBytes: Int
    /// How long a connection may be idle between two requests; then it is closed. A request that waits for its answer is not idle.
    public var keepAlive: Int64
    /// How many bytes the bodies of one address's requests may hold. Beyond it the one on its way for longest is refused with 429.
    public var bodyBytesPerAddress: Int
    /// How many bytes the bodies of all requests may hold. Beyond it the address that holds most has one refused with 503.
    public var bodyBytes: Int
    /// How many bytes of answers may wait for one address. Beyond it a large answer is refused with 503, and the connection on which most
    /// waits is closed. An answer that is the only one may be larger.
    public var unreadBytesPerAddress: Int
    /// How many bytes of answers may wait for all.
    public var unreadBytes: Int
    /// How long a client may take nothing of an answer that waits for it; then its connection is closed.
    public var readerPatience: Int64
    /// Bytes a second that a client has to take of an answer, on average over ``readerPatience``.
    public var slowestReader: Int
    /// How many large answers are built at once; other requests for such wait for their turn.
    public var largeAnswers: Int
    /// How many of them are for one address.
    public var largeAnswersPerAddress: Int
    /// How many requests of one address may wait for their turn; one more is refused with 503.
    public var largeAnswersWaitingPerAddress: Int
    /// How many refusals, which are answers with a status of 400 or more, one address gets in a second. One that would come sooner is held back,
    /// for 5 s at most.
    public var refusalsPerSecond: Int
    /// How many refusals one address gets at once before ``refusalsPerSecond`` counts.
    public var refusalsAtOnce: Int

    /// Limits for a small server; every value has a default.
    public init(
        connections: Int = 4_096, connectionsPerAddress: Int = 128, firstByteDeadline: Int64 = 5_000, headDeadline: Int64 = 10_000,
        headBytes: Int = 16 << 10, keepAlive: Int64 = 60_000, bodyBytesPerAddress: Int = 8 << 20, bodyBytes: Int = 64 << 20,
        unreadBytesPerAddress: Int = 32 << 20, unreadBytes: Int = 128 << 20, readerPatience: Int64 = 20_000, slowestReader: Int = 1 << 10, largeAnswers: Int = 4,
        largeAnswersPerAddress: Int = 2, largeAnswersWaitingPerAddress: Int = 16, refusalsPerSecond: Int = 200, refusalsAtOnce: Int = 500
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
        self.readerPatience = readerPatience
        self.slowestReader = slowestReader
        self.largeAnswers = largeAnswers
        self.largeAnswersPerAddress = largeAnswersPerAddress
        self.largeAnswersWaitingPerAddress = largeAnswersWaitingPerAddress
        self.refusalsPerSecond = refusalsPerSecond
        self.refusalsAtOnce = refusalsAtOnce
    }

    /// The name of the first value that cannot be used, and why.
    var fault: (field: String, reason: String)? {
        let counts = [
            ("connections", connections), ("connectionsPerAddress", connectionsPerAddress), ("headBytes", headBytes),
            ("bodyBytesPerAddress", bodyBytesPerAddress), ("bodyBytes", bodyBytes), ("unreadBytesPerAddress", unreadBytesPerAddress), ("unreadBytes", unreadBytes),
            ("slowestReader", slowestReader), ("largeAnswers", largeAnswers), ("largeAnswersPerAddress", largeAnswersPerAddress),
            ("largeAnswersWaitingPerAddress", largeAnswersWaitingPerAddress), ("refusalsPerSecond", refusalsPerSecond),
            ("refusalsAtOnce", refusalsAtOnce),
        ]
        if let wrong = counts.first(where: { $0.1 < 1 }) { return (wrong.0, "must be above 0") }
        let times = [
            ("firstByteDeadline", firstByteDeadline), ("headDeadline", headDeadline), ("keepAlive", keepAlive), ("readerPatience", readerPatience),
        ]
        if let wrong = times.first(where: { !(1...3_600_000).contains($0.1) }) { return (wrong.0, "expected 1 to 3,600,000 milliseconds") }
        return nil
    }

    /// For the listener.
    func limits(bodyDeadline: Int64, slowestBody: Int64?, proxies: TrustedProxies) -> HTTPListener.Limits {
        HTTPListener.Limits(
            connections: ConnectionLimits(
                inAll: connections, perAddress: connectionsPerAddress, firstByte: firstByteDeadline, head: headDeadline,
                headBytes: headBytes, keepAlive: keepAlive),
            bodies: BodyLimits(perAddress: bodyBytesPerAddress, inAll: bodyBytes),
            answers: AnswerLimits(
                perAddress: unreadBytesPerAddress, inAll: unreadBytes, patience: readerPatience, slowest: slowestReader,
                buildsAtOnce: largeAnswers, buildsPerAddress: largeAnswersPerAddress, waitingPerAddress: largeAnswersWaitingPerAddress),
            refusals: RefusalLimits(perSecond: refusalsPerSecond, atOnce: refusalsAtOnce),
            bodyDeadline: bodyDeadline, slowestBody: slowestBody, proxies: proxies)
    }
}
