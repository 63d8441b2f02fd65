import Foundation
import HeraldHTTP
import OpenDID_DataModel

/// Sends requests to servers of other processes over HTTP.
struct URLSessionTransport: PeerTransport {
    /// The longest time for which the called server may send no data during a call.
    var timeout = Duration.seconds(30)
    /// The longest time for a whole call, because a wallet waits for the answer. It also ends a call whose server sends only a byte now and
    /// then.
    var deadline = Duration.seconds(60)
    private let client = HTTPClient()

    func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse {
        let query = request.query.items.map { "\(QueryText.encoded($0.name))=\(QueryText.encoded($0.value))" }.joined(
            separator: "&")
        let base = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
        guard let url = URL(string: base + request.path + (query.isEmpty ? "" : "?" + query)) else {
            throw ServicesError(.configuration, field: "addresses", reason: "'\(baseURL)' is not a URL")
        }
        var headers = ["Accept": "application/json"]
        headers["Authorization"] = request.authorization
        let hasBody = request.method != ServiceMethod.get.rawValue
        if hasBody { headers["Content-Type"] = "application/json;charset=utf-8" }
        let answer = try await client.send(
            HTTPCall(
                method: request.method, url: url, headers: headers, body: hasBody ? request.body : nil,
                timeout: timeout,
                maximumAnswerBytes: BodySize.large, deadline: deadline, keepsConnection: true))
        return ServiceResponse(status: answer.status, body: answer.body)
    }
}
