/// Sends a call to a server and returns its answer. It does not depend on the protocols.
///
/// Every HTTP status is an answer. `send` throws only if no complete answer arrived: ``TransportFailure``, or `CancellationError`.
public protocol ServiceTransport: Sendable {
    /// Sends one call and waits for the complete answer.
    /// - Throws: ``TransportFailure`` or `CancellationError` if no complete answer arrived.
    func send(_ call: ServiceCall) async throws -> ServiceAnswer
}

/// The reason why no answer arrived. The server may have received the call. The call can be sent again, because servers answer a repeated
/// call as they answered it the first time.
public struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The URL is not an HTTP URL.
        case malformedURL = "malformed_url"
        /// The host's name cannot be resolved.
        case unknownHost = "unknown_host"
        /// No server accepts connections there, or there is no network.
        case cannotConnect = "cannot_connect"
        /// The connection ended before the answer was complete.
        case connectionLost = "connection_lost"
        /// Nothing arrived in time.
        case timedOut = "timed_out"
        /// The TLS connection failed.
        case insecureConnection = "insecure_connection"
        /// The answer is longer than allowed.
        case answerTooLarge = "answer_too_large"
        /// The URL is plain HTTP to another machine; see ``ServiceAddresses/allowsPlainHTTP``.
        case plainHTTP = "plain_http"

        /// True if another try may succeed without a change in this program.
        var mayPass: Bool {
            switch self {
            case .malformedURL, .answerTooLarge, .plainHTTP: false
            case .unknownHost, .cannotConnect, .connectionLost, .timedOut, .insecureConnection: true
            }
        }
    }

    /// The kind of failure.
    public let kind: Kind
    /// A sentence for people, without a full stop.
    public let reason: String

    /// Creates a failure.
    public init(_ kind: Kind, reason: String) {
        self.kind = kind
        self.reason = reason
    }

    public var description: String { "transport \(kind.rawValue): \(reason)" }
}
