import Foundation
import OpenDID_DataModel

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries requests to other processes over HTTP.
struct URLSessionTransport: PeerTransport {
    /// How long another server may take, in seconds.
    private static let timeout: TimeInterval = 30
    private let session: URLSession

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.timeout
        configuration.timeoutIntervalForResource = Self.timeout
        configuration.httpMaximumConnectionsPerHost = 16
        session = URLSession(configuration: configuration)
    }

    func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse {
        let query = request.query.items.map { "\(QueryText.encoded($0.name))=\(QueryText.encoded($0.value))" }.joined(separator: "&")
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        guard let url = URL(string: base + request.path + (query.isEmpty ? "" : "?" + query)) else {
            throw ServicesError(.configuration, field: "addresses", reason: "\(baseURL) is no URL")
        }
        var message = URLRequest(url: url)
        message.httpMethod = request.method
        message.setValue("application/json", forHTTPHeaderField: "Accept")
        message.setValue(request.authorization, forHTTPHeaderField: "Authorization")
        if request.method != ServiceMethod.get.rawValue {
            message.setValue("application/json;charset=utf-8", forHTTPHeaderField: "Content-Type")
            message.httpBody = Data(request.body)
        }
        let (data, response) = try await session.data(for: message)
        guard let response = response as? HTTPURLResponse, data.count <= ServiceRouter.bodyLimit else {
            throw ServicesError(.enrolment, field: baseURL, reason: "the answer is no HTTP answer, or too large")
        }
        return ServiceResponse(status: response.statusCode, body: [UInt8](data))
    }
}
