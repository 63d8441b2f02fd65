/// The reason why no complete response arrived. Each client maps it to its own errors.
package enum HTTPFailure: Error, Sendable, Hashable {
    /// A header field is invalid.
    case malformedRequest
    /// The host's name does not resolve.
    case unknownHost
    /// Nobody listens at the address, or there is no network.
    case cannotConnect
    /// The host resolved to an address outside the call's destination.
    case addressRefused
    /// The connection ended before the response did, or the response is not HTTP.
    case connectionLost
    /// A time limit passed.
    case timedOut
    /// The TLS handshake failed, or the certificate is not trusted.
    case insecureConnection
    /// The body or the header exceeds the call's limit. `status` is the response's status, or 0 if it was not received yet.
    case answerTooLarge(status: Int)
    /// The client was closed.
    case closed
}
