/// One attempt to send a request.
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

/// The result of one attempt to send a request.
enum ExchangeOutcome: Sendable, Hashable {
    /// A complete response with any status.
    case answer(status: Int, body: [UInt8])
    /// The response is longer than the limit allows.
    case tooLarge(status: Int)
    /// There is no response.
    case failed(ExchangeFailure)
}

/// The reason why no response was received.
enum ExchangeFailure: Sendable, Hashable {
    case cannotConnect
    case timedOut
    case connectionLost
    /// The TLS handshake failed, or the certificate is not trusted. Another attempt would fail in the same way.
    case insecure
    /// The connection would have been made to an address that was not checked.
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

/// Makes one attempt to send a request. It uses no redirects, proxies or cookies, verifies TLS, and connects only to the addresses of the
/// destination.
protocol PostExchanging: Sendable {
    func send(_ exchange: PostExchange) async -> ExchangeOutcome
}
