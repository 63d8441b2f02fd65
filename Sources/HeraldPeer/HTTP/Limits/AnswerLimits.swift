/// How much of answers a listener holds in memory for clients that do not read them.
package struct AnswerLimits: Sendable, Hashable {
    /// Bytes that wait for one address; all of an IPv6 /64 counts as one. Beyond it the connection on which most of them wait is closed.
    /// An answer that is the only one of its address may be larger.
    package var perAddress: Int
    /// Bytes that wait for all together. Beyond it the connection on which most of them wait is closed.
    package var inAll: Int
    /// How long a client may take no part of an answer that waits for it, in milliseconds; then its connection is closed.
    package var patience: Int64
    /// Bytes a second that a client has to take of an answer, on average over ``patience``.
    package var slowest: Int
    /// How many large answers are built at once; others wait for their turn.
    package var buildsAtOnce: Int
    /// How many of them are for one address.
    package var buildsPerAddress: Int
    /// How many requests of one address may wait for their turn; one more is refused with 503.
    package var waitingPerAddress: Int

    package init(
        perAddress: Int = 32 << 20, inAll: Int = 128 << 20, patience: Int64 = 20_000, slowest: Int = 1 << 10, buildsAtOnce: Int = 4,
        buildsPerAddress: Int = 2, waitingPerAddress: Int = 16
    ) {
        self.perAddress = perAddress
        self.inAll = inAll
        self.patience = patience
        self.slowest = slowest
        self.buildsAtOnce = buildsAtOnce
        self.buildsPerAddress = buildsPerAddress
        self.waitingPerAddress = waitingPerAddress
    }
}
