import Foundation
import SDNSDK

/// The system's transport for clients that wait for nothing longer than a second.
struct ImpatientTransport: HTTPTransport {
    private let network = URLSessionTransport()

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request.answered(within: 100)
        request.timeout = min(request.timeout, .seconds(1))
        return try await network.send(request)
    }

    func close() { network.close() }
}

extension TransportRequest {
    /// The same request; a sync waits no longer than this for something to happen, in milliseconds.
    func answered(within limit: Int) -> TransportRequest {
        guard url.path.hasSuffix("/sync"), var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
            return self
        }
        parts.queryItems = parts.queryItems?.map { item in
            item.name == "timeout"
                ? URLQueryItem(name: "timeout", value: String(min(limit, item.value.flatMap { Int($0) } ?? 0))) : item
        }
        var request = self
        request.url = parts.url ?? url
        return request
    }
}
