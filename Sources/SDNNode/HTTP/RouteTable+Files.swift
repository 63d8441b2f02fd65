import HeraldPeer
import SDNWire

extension RouteTable {
    /// Serves an endpoint whose answer is a file.
    mutating func onFile<Q: WireRequest>(
        _ endpoint: Endpoint<Q, MediaContent>, _ handler: @escaping @Sendable (Q, Call) async throws -> NodeResponse
    ) {
        add(endpoint, .file { parts, call in try await handler(Q(parts: parts), call) })
    }

    /// Serves an endpoint whose request is a file of at most `limit` bytes, which the handler reads in parts.
    mutating func onUpload<Q: WireRequest, R: WireResponse>(
        _ endpoint: Endpoint<Q, R>, limit: Int,
        _ handler: @escaping @Sendable (Q, RequestBodyStream, Call) async throws -> R
    ) {
        add(
            endpoint,
            .upload(limit: limit) { parts, body, call in try await handler(Q(parts: parts), body, call).encoded() })
    }
}
