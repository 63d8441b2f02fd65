/// One request that is sent once.
struct PostExchange: Sendable {
    let destination: Destination
    let body: [UInt8]
    let userAgent: String
    /// The remaining time of this attempt.
    let time: Duration
    let limits: TransportLimits
    /// The path of a PEM file with certificates to trust instead of the system's.
    let trustedCertificates: String?
}

/// The result of sending once.
enum ExchangeOutcome: Sendable, Hashable {
    /// A complete response with any status.
    case answer(status: Int, body: [UInt8])
    /// The response is longer than the limit.
    case tooLarge(status: Int)
    /// There is no response.
    case failed(ExchangeFailure)
}

/// The reason why there is no response.
enum ExchangeFailure: Sendable, Hashable {
    case cannotConnect
    case timedOut
    case connectionLost
    /// The TLS handshake failed, or the certificate is not trusted. Another attempt would fail in the same way.
    case insecure
    /// The connection would have gone to an address that was not checked.
    case addressRefused
    case cancelled

    var sentence: String {
        switch self {
        case .cannotConnect: "no connection to the server"
        case .timedOut: "the server did not answer in time"
        case .connectionLost: "the connection to the server was lost"
        case .insecure: "the TLS handshake failed, or the server's certificate is not trusted"
        case .addressRefused: "the connection would have used an unchecked address"
        case .cancelled: "sending was cancelled"
        }
    }
}

/// Sends one request once, without redirects, proxies and cookies, with verified TLS, and only to the destination's addresses.
protocol PostExchanging: Sendable {
    func send(_ exchange: PostExchange) async -> ExchangeOutcome
}
