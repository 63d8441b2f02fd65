import HeraldHTTP
import SDNValues

/// The transport of the system: Foundation's `URLSession` on Apple systems, libcurl on Linux. On Linux Foundation's `URLSession` is slow, loses
/// answers and ends the process on some malformed ones.
///
/// Cookies, caches and stored credentials are off. A redirect to another origin is not followed, so that a token never leaves its
/// node. The `timeout` of a request is the longest silence, not the total time.
public struct URLSessionTransport: HTTPTransport {
    private let client: HTTPClient

    /// Creates a transport.
    /// - Parameter unrecognizedCertificateHandler: called with the leaf certificate (DER) when the system does not trust it. Returning true accepts
    ///   it.
    ///   On Linux the handler is never called, and an untrusted certificate always fails with ``/SDNValues/SDNSDKError`` with code `insecureConnection`.
    public init(unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil) {
        client = HTTPClient(acceptsCertificate: unrecognizedCertificateHandler)
    }

    /// Sends one request and waits for the whole answer. Cancelling the task cancels the request.
    /// - Throws: the ``/SDNValues/SDNSDKError`` codes that ``HTTPTransport`` lists, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        do {
            var call = HTTPCall(
                method: request.method, url: request.url, headers: request.headers, body: request.body,
                timeout: request.timeout,
                maximumAnswerBytes: request.maximumResponseBytes)
            if let progress = request.progress {
                call.progress = { step in
                    progress(
                        TransportProgress(
                            bytesSent: step.sent, bytesToSend: step.toSend, bytesReceived: step.received,
                            bytesExpected: step.expected))
                }
            }
            let answer = try await client.send(call)
            if let progress = request.progress, (200..<300).contains(answer.status) {
                let sent = Int64(request.body?.count ?? 0), received = Int64(answer.body.count)
                progress(
                    TransportProgress(
                        bytesSent: sent, bytesToSend: sent, bytesReceived: received, bytesExpected: received))
            }
            return TransportResponse(status: answer.status, headers: answer.headers, body: answer.body)
        } catch let failure as HTTPFailure {
            throw SDNSDKError(failure)
        }
    }

    /// Cancels every running request. Later ones throw ``/SDNValues/SDNSDKError`` with code `closed`.
    public func close() { client.close() }
}

extension SDNSDKError {
    fileprivate init(_ failure: HTTPFailure) {
        switch failure {
        case .malformedRequest: self.init(.invalidArgument, reason: "a header field has characters that cannot be sent")
        case .unknownHost: self.init(.unknownHost, reason: "the node's host name does not resolve")
        case .cannotConnect, .addressRefused: self.init(.cannotConnect, reason: "no connection to the node")
        case .connectionLost:
            self.init(.connectionLost, reason: "the connection to the node was lost, or the answer was not HTTP")
        case .timedOut: self.init(.timedOut, reason: "the node did not answer in time")
        case .insecureConnection:
            self.init(.insecureConnection, reason: "the TLS handshake failed, or the node's certificate is not trusted")
        case .answerTooLarge: self.init(.responseTooLarge, reason: "the answer is longer than the client accepts")
        case .closed: self.init(.closed, reason: "the transport was closed")
        }
    }
}
