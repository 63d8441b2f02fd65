/// Limits on the memory that a listener uses for responses that clients do not read.
package struct AnswerLimits: Sendable, Hashable {
    /// The bytes that may wait for one address. An IPv6 /64 counts as one address. Beyond the limit, the address's connection with most waiting bytes
    /// is closed. A response that is the only one of its address may be larger.
    package var perAddress: Int
    /// The bytes that may wait for all addresses together. Beyond the limit, the connection with most waiting bytes is closed.
    package var inAll: Int
    /// The time after which a connection is closed when its client takes no part of a waiting response.
    package var readTimeout: Duration
    /// The rate at which a client must take a response, in bytes per second, on average over ``readTimeout``.
    package var slowest: Int
    /// The number of large responses that are built at once. Others wait for their turn.
    package var buildsAtOnce: Int
    /// The number of large responses that are built at once for one address.
    package var buildsPerAddress: Int
    /// The number of requests of one address that may wait for a turn. Further ones are refused with 503.
    package var waitingPerAddress: Int

    package init(
        perAddress: Int = 32 << 20, inAll: Int = 128 << 20, readTimeout: Duration = .seconds(20),
        slowest: Int = 1 << 10,
        buildsAtOnce: Int = 4,
        buildsPerAddress: Int = 2, waitingPerAddress: Int = 16
    ) {
        self.perAddress = perAddress
        self.inAll = inAll
        self.readTimeout = readTimeout
        self.slowest = slowest
        self.buildsAtOnce = buildsAtOnce
        self.buildsPerAddress = buildsPerAddress
        self.waitingPerAddress = waitingPerAddress
    }
}
