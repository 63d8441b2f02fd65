import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tells apart what `URLSession` reports as failures.
enum TransportFailure {
    static func translate(_ error: any Error) -> any Error {
        if error is CancellationError || error is SDNSDKError { return error }
        guard let error = error as? URLError else { return SDNSDKError(.connectionLost, reason: "the request failed below HTTP") }
        switch error.code {
        case .cancelled:
            return CancellationError()
        case .cannotFindHost, .dnsLookupFailed:
            return SDNSDKError(.unknownHost, reason: "the node's host name does not resolve")
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed:
            return SDNSDKError(.cannotConnect, reason: "no connection to the node")
        case .timedOut:
            return SDNSDKError(.timedOut, reason: "the node did not answer in time")
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            return SDNSDKError(.insecureConnection, reason: "TLS could not be agreed, or the node's certificate is not trusted")
        case .unsupportedURL, .badServerResponse, .cannotParseResponse:
            // The first of them is what Foundation on Linux calls an answer in another protocol; the URL was checked before.
            return SDNSDKError(.connectionLost, reason: "the answer was no HTTP, or the connection ended before it")
        default:
            return SDNSDKError(.connectionLost, reason: "the connection to the node broke (\(error.code.rawValue))")
        }
    }
}
