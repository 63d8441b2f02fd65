/// The progress of a call, in bytes of the bodies.
package struct HTTPProgress: Sendable, Hashable {
    package var sent: Int64 = 0
    package var toSend: Int64 = 0
    /// The received bytes of a 2xx response. The body of an error response does not count.
    package var received: Int64 = 0
    /// The expected bytes, or `nil` while unknown.
    package var expected: Int64?

    package init(sent: Int64 = 0, toSend: Int64 = 0, received: Int64 = 0, expected: Int64? = nil) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.expected = expected
    }
}
