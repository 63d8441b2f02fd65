import HeraldHTTP

/// The transport over Foundation's `URLSession`, on Linux and on Apple systems.
///
/// Cookies, caches and stored credentials are off. A redirect to another origin is not followed, so that a token never leaves its
/// node. `timeout` of a request counts silence, not total time; on Linux Foundation rounds it to whole seconds.
///
/// Known limit: Foundation on Linux ends the process when a connection closes in the middle of the answer's header lines
/// (swift-corelibs-foundation issue 5285; still so in Swift 6.3.1, mended upstream since). A node sends its header lines at once, so
/// this takes a broken proxy or a hostile node; an app that must survive that on Linux passes a transport of its own.
public struct URLSessionTransport: HTTPTransport {
    private let client: HTTPClient

    /// - Parameter unrecognizedCertificateHandler: asked with the leaf certificate (DER) when the system does not trust it; `true`
    ///   accepts it. On Linux Foundation gives no access to certificates: the handler is never called there and an untrusted
    ///   certificate always ends in ``SDNSDKError`` with code `insecureConnection`.
    public init(unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil) {
        client = HTTPClient(acceptsCertificate: unrecognizedCertificateHandler)
    }

    /// Sends one request and waits for the whole answer; cancelling the task cancels it.
    /// - Throws: ``SDNSDKError`` as ``HTTPTransport`` lists it, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        do {
            let answer = try await client.send(
                HTTPCall(
                    method: request.method, url: request.url, headers: request.headers, body: request.body, timeout: request.timeout,
                    maximumAnswerBytes: request.maximumResponseBytes))
            return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body)
        } catch let failure as HTTPFailure {
            throw SDNSDKError(failure)
        }
    }

    /// Ends every request under way; later ones throw ``SDNSDKError`` with code `closed`.
    public func close() { client.close() }
}

extension SDNSDKError {
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .unknownHost: self.init(.unknownHost, reason: "the node's host name does not resolve")
        case .cannotConnect: self.init(.cannotConnect, reason: "no connection to the node")
        case .connectionLost: self.init(.connectionLost, reason: "the connection to the node broke, or the answer was no HTTP")
        case .timedOut: self.init(.timedOut, reason: "the node did not answer in time")
        case .insecureConnection:
            self.init(.insecureConnection, reason: "TLS could not be agreed, or the node's certificate is not trusted")
        case .answerTooLarge: self.init(.responseTooLarge, reason: "the answer is longer than the client accepts")
        case .closed: self.init(.closed, reason: "the transport was closed")
        }
    }
}
