/// Carries requests to servers of other processes.
package protocol PeerTransport: Sendable {
    /// - Parameter baseURL: such as `http://127.0.0.1:8091`.
    /// - Throws: when there is no answer.
    func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse
}
