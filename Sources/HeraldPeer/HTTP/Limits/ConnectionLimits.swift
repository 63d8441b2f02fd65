/// Limits on the number of connections and on silent ones. All times are measured on a monotonic clock.
package struct ConnectionLimits: Sendable, Hashable {
    /// The number of connections that may be open at once. A further connection replaces a silent one or is refused with 503.
    package var inAll: Int
    /// The number of connections of one address. An IPv6 /64 counts as one address. An address never gets more than half of all connections; loopback
    /// addresses may have that half. It does not apply to a trusted proxy, whose connections serve many clients.
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

    /// The number of connections per second that one address may open, beyond ``arrivalsAtOnce``. Further ones are refused, because even a silent
    /// connection costs time. It does not apply to a trusted proxy.
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
