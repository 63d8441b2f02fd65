/// Sends one HTTP request to a node and returns the answer. It knows nothing of endpoints, tokens or retries.
///
/// `send` throws ``/SDNValues/SDNSDKError`` (`unknownHost`, `cannotConnect`, `connectionLost`, `timedOut`, `insecureConnection`,
/// `responseTooLarge`, `closed`) or, when its task is cancelled, `CancellationError`. Any HTTP status is an answer, not an error.
public protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the whole answer.
    func send(_ request: TransportRequest) async throws -> TransportResponse
    /// Cancels every running request. Later ones throw ``/SDNValues/SDNSDKError`` with code `closed`.
    func close()
}

/// The transport for clients that are created in a scope. Tests and samples set it to route `http://sdn.org` to an embedded node.
public enum HTTPTransports {
    /// The transport; `nil` means that each client has a ``URLSessionTransport`` of its own.
    @TaskLocal public static var current: (any HTTPTransport)?
}
