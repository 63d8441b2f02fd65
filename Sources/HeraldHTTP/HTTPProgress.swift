/// How far a call has come, in bytes of the bodies.
package struct HTTPProgress: Sendable, Hashable {
    package var sent: Int64 = 0
    package var toSend: Int64 = 0
    /// Of a good answer: what a server says about a failure is not what was asked for.
    package var received: Int64 = 0
    /// `nil` while it is not known.
    package var expected: Int64?

    package init(sent: Int64 = 0, toSend: Int64 = 0, received: Int64 = 0, expected: Int64? = nil) {
        self.sent = sent
        self.toSend = toSend
        self.received = received
        self.expected = expected
    }
}
