/// Why no whole answer came. Each client tells it in its own errors.
package enum HTTPFailure: Error, Sendable, Hashable {
    /// A header field that cannot be sent.
    case malformedRequest
    /// The host's name does not resolve.
    case unknownHost
    /// Nobody listens there, or there is no network.
    case cannotConnect
    /// The connection would have gone to an address that is not among those of the call's destination.
    case addressRefused
    /// The connection ended before the answer did, or what came is no HTTP.
    case connectionLost
    /// Nothing came in time.
    case timedOut
    /// TLS could not be agreed, or the certificate is not trusted.
    case insecureConnection
    /// The body, or the header, is longer than this side accepts; with the status that stood before it, or 0.
    case answerTooLarge(status: Int)
    /// The client was closed.
    case closed
}
