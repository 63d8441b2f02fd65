/// Limits on the memory that a listener uses for request bodies. They count the bytes that have arrived, not the announced length.
package struct BodyLimits: Sendable, Hashable {
    /// The bytes for one address. An IPv6 /64 counts as one address. Beyond the limit, the body that has been arriving longest is rejected with 429.
    package var perAddress: Int
    /// The bytes for all addresses together. Beyond the limit, the address that holds most loses the body that has been arriving longest, with 503.
    package var inAll: Int

    package init(perAddress: Int = 8 << 20, inAll: Int = 64 << 20) {
        self.perAddress = perAddress
        self.inAll = inAll
    }
}
