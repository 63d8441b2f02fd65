/// How much of requests' bodies a listener holds in memory, in bytes that have come and not in those that were announced.
package struct BodyLimits: Sendable, Hashable {
    /// For one address; all of an IPv6 /64 counts as one. Beyond it the body that has been on its way for longest is given up, with 429.
    package var perAddress: Int
    /// For all together. Beyond it the address that holds most loses the body that has been on its way for longest, with 503.
    package var inAll: Int

    package init(perAddress: Int = 8 << 20, inAll: Int = 64 << 20) {
        self.perAddress = perAddress
        self.inAll = inAll
    }
}
