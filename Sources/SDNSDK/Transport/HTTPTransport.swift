/// Carries one HTTP request to a node and brings the answer back. It knows nothing of endpoints, tokens or retries.
///
/// `send` throws ``SDNSDKError`` (`unknownHost`, `cannotConnect`, `connectionLost`, `timedOut`, `insecureConnection`,
/// `responseTooLarge`, `closed`) or, when its task is cancelled, `CancellationError`. Any HTTP status is an answer, not an error.
public protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the whole answer.
    func send(_ request: TransportRequest) async throws -> TransportResponse
    /// Ends every request under way; later ones throw ``SDNSDKError`` with code `closed`.
    func close()
}

/// The transport that clients made in a scope use; tests and samples set it to route `http://sdn.org` to an embedded node.
public enum HTTPTransports {
    /// `nil` means a ``URLSessionTransport`` of the client's own.
    @TaskLocal public static var current: (any HTTPTransport)?
}
