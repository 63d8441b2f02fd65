import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Why no whole answer came. Each client tells it in its own errors.
package enum HTTPFailure: Error, Sendable, Hashable {
    /// The host's name does not resolve.
    case unknownHost
    /// Nobody listens there, or there is no network.
    case cannotConnect
    /// The connection ended before the answer did, or what came is no HTTP.
    case connectionLost
    /// Nothing came in time.
    case timedOut
    /// TLS could not be agreed, or the certificate is not trusted.
    case insecureConnection
    /// The body is longer than this side accepts.
    case answerTooLarge
    /// The client was closed.
    case closed

    /// What Foundation reports; `CancellationError` stays what it is.
    static func translated(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return error is CancellationError ? error : HTTPFailure.connectionLost }
        return switch error.code {
        case .cancelled: CancellationError()
        case .cannotFindHost, .dnsLookupFailed: HTTPFailure.unknownHost
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed: HTTPFailure.cannotConnect
        case .timedOut: HTTPFailure.timedOut
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            HTTPFailure.insecureConnection
        // Also what Foundation on Linux calls an answer in another protocol: `unsupportedURL`.
        default: HTTPFailure.connectionLost
        }
    }
}
