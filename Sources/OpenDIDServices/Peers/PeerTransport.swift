/// Carries requests to servers of other processes.
package protocol PeerTransport: Sendable {
    /// Sends a request and returns its answer.
    /// - Parameter baseURL: the server's URL, such as `http://127.0.0.1:8091`.
    /// - Throws: any error if there is no answer.
    func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse
}
