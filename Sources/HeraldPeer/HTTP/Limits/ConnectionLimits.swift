/// How many connections a listener takes, and how long one may stay silent. All times are in milliseconds, on a clock that nobody can set.
package struct ConnectionLimits: Sendable, Hashable {
    /// How many connections may be open at once. One more takes the place of one that is silent, or else is refused with 503.
    package var inAll: Int
    /// How many of them one address may have; all of an IPv6 /64 counts as one. An address never has more than half of all, and those of
    /// this machine may have that half. Without meaning for a trusted proxy, whose connections are those of many.
    package var perAddress: Int
    /// How long a new connection may take to send its first byte.
    package var firstByte: Int64
    /// How long the head of a request may take from its first byte on; bytes that drip give it no more time.
    package var head: Int64
    /// How long the target and the header of a request may be together, in bytes, and what comes behind a body in chunks with them. No budget
    /// counts them.
    package var headBytes: Int
    /// How long a connection may be idle between two requests. A request that waits for its answer is not idle.
    package var keepAlive: Int64

    /// How many connections one address opens in a second, beyond ``arrivalsAtOnce``. One more is refused: a connection costs before its first
    /// byte. Without meaning for a trusted proxy.
    package var arrivalsPerSecond = 500
    /// How many it opens at once.
    package var arrivalsAtOnce = 2_000

    package init(
        inAll: Int = 1_000, perAddress: Int = 128, firstByte: Int64 = 5_000, head: Int64 = 10_000, headBytes: Int = 80 << 10,
        keepAlive: Int64 = 60_000
    ) {
        self.inAll = inAll
        self.perAddress = perAddress
        self.firstByte = firstByte
        self.head = head
        self.headBytes = headBytes
        self.keepAlive = keepAlive
    }

    /// How many connections an address may have.
    func allowance(of client: NetworkAddress?) -> Int {
        let half = max(inAll / 2, 1)
        return client?.isLoopback == true ? half : max(min(perAddress, half), 1)
    }
}
