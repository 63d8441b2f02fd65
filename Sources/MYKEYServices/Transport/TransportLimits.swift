/// The limits on times and sizes that MYKEY sheet 4.5 states.
public struct TransportLimits: Sendable, Hashable {
    /// The time to establish a connection, including TLS. Defaults to 5 s.
    public var connect: Duration = .seconds(5)
    /// The time of one attempt, from its first step to the last byte of the reply. Defaults to 15 s.
    public var total: Duration = .seconds(15)
    /// The longest reply body, in bytes. Defaults to 64 KiB. The header fields together may have at most the same size.
    public var replyBytes = 64 << 10
    /// The waits before the second and the third attempt. Defaults to 1 s and 3 s.
    public var pauses: [Duration] = [.seconds(1), .seconds(3)]

    /// Creates the limits of the sheet.
    public init() {}
}
