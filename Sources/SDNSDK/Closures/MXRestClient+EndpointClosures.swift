import SDNClient
import SDNWire

/// The closure form of the call to an endpoint that the app declares itself.
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/call(_:_:timeout:)``.
    @discardableResult
    public func call<Request: EndpointRequest, Response: EndpointResponse>(
        _ endpoint: Endpoint<Request, Response>, _ request: Request, timeout: Duration = .seconds(60),
        completion: @escaping @Sendable (MXResponse<Response>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.call(endpoint, request, timeout: timeout) }
    }
}
