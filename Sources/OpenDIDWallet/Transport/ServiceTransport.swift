/// Carries a call to a server and brings its answer back. It knows nothing of protocols.
///
/// Any HTTP status is an answer. `send` throws only when no whole answer came: ``TransportFailure``, or `CancellationError`.
public protocol ServiceTransport: Sendable {
    /// Sends one call and waits for the whole answer.
    func send(_ call: ServiceCall) async throws -> ServiceAnswer
}

/// Why no answer came. It is not known whether the server saw the call: sending it again is right, and servers answer a repeated call as
/// they answered it the first time.
public struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The URL is not one of HTTP.
        case malformedURL = "malformed_url"
        /// The host's name does not resolve.
        case unknownHost = "unknown_host"
        /// Nobody listens there, or there is no network.
        case cannotConnect = "cannot_connect"
        /// The connection ended before the answer did.
        case connectionLost = "connection_lost"
        /// Nothing came in time.
        case timedOut = "timed_out"
        /// TLS could not be agreed.
        case insecureConnection = "insecure_connection"
        /// The answer is longer than this side accepts.
        case answerTooLarge = "answer_too_large"
        /// The URL is plain HTTP to another machine; see ``ServiceAddresses/allowsPlainHTTP``.
        case plainHTTP = "plain_http"

        /// Whether the next try may go better without anything changing here.
        var mayPass: Bool {
            switch self {
            case .malformedURL, .answerTooLarge, .plainHTTP: false
            case .unknownHost, .cannotConnect, .connectionLost, .timedOut, .insecureConnection: true
            }
        }
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// A sentence for a person, without full stop.
    public let reason: String

    /// A failure with a sentence for a person.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    public var description: String { "transport \(kind.rawValue): \(reason)" }
}
