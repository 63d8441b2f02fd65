/// One request to be sent once.
struct PostExchange: Sendable {
    let destination: Destination
    let body: [UInt8]
    let userAgent: String
    /// What is left of the total time of this attempt.
    let time: Duration
    let limits: TransportLimits
    /// A file of certificates (PEM) to be trusted instead of the system's.
    let trustedCertificates: String?
}

/// What came of sending once.
enum ExchangeOutcome: Sendable, Hashable {
    /// A whole answer, whatever its status.
    case answer(status: Int, body: [UInt8])
    /// The server answered more than is read.
    case tooLarge(status: Int)
    /// No answer.
    case failed(ExchangeFailure)
}

/// Why there is no answer.
enum ExchangeFailure: Sendable, Hashable {
    case cannotConnect
    case timedOut
    case connectionLost
    /// TLS could not be agreed, or the certificate is not to be trusted. Another attempt would end the same way.
    case insecure
    /// The connection would have gone to an address that was not checked.
    case addressRefused
    case cancelled

    var sentence: String {
        switch self {
        case .cannotConnect: "no connection to the server"
        case .timedOut: "the server did not answer in time"
        case .connectionLost: "the connection to the server broke"
        case .insecure: "TLS could not be agreed, or the server's certificate is not to be trusted"
        case .addressRefused: "the connection would have gone to an address that was not checked"
        case .cancelled: "sending was cancelled"
        }
    }
}

/// What sends one request once: no redirects, no proxies, no cookies, TLS verified, only to the destination's addresses.
protocol PostExchanging: Sendable {
    func send(_ exchange: PostExchange) async -> ExchangeOutcome
}
