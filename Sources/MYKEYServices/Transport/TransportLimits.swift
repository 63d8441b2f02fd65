/// Times and sizes of MYKEY sheet 4.5.
public struct TransportLimits: Sendable, Hashable {
    /// How long a connection may take to come up, TLS included: 5 s.
    public var connect: Duration = .seconds(5)
    /// How long one attempt may take from its first step to the last byte of the reply: 15 s.
    public var total: Duration = .seconds(15)
    /// The longest reply body, in bytes: 64 KiB. Header fields together may be as long once more.
    public var replyBytes = 64 << 10
    /// How long to wait before the second and the third attempt: 1 s and 3 s.
    public var pauses: [Duration] = [.seconds(1), .seconds(3)]

    /// The values of the sheet.
    public init() {}
}
