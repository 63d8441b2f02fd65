import Foundation
import HTTPTypes
import HeraldHTTP
import HeraldJSON
import HeraldPeer
import HeraldProxy
import SDNWire

/// Sends the gateway's own requests to its homeserver. It follows no redirect, so no token reaches another server.
package struct HomeserverClient: Sendable {
    /// The largest answer, in bytes.
    private static let largestAnswer = 1 << 20

    private let http: HTTPClient
    private let base: String
    private let deadline: Duration

    /// - Parameter deadline: the time for a whole request.
    package init(_ homeserver: UpstreamAddress, deadline: Duration, http: HTTPClient = HTTPClient(usesProxies: false)) {
        self.http = http
        self.deadline = deadline
        let host = homeserver.host.contains(":") ? "[\(homeserver.host)]" : homeserver.host
        base = "http://\(host):\(homeserver.port)"
    }

    /// Sends a request, and returns the answer with any status.
    /// - Parameters:
    ///   - path: the path, percent-encoded.
    ///   - token: the access token of the user for whom the gateway asks.
    ///   - body: a JSON body.
    /// - Throws: ``GatewayFailure`` with 502 or 504 if there is no answer.
    package func ask(_ method: String, _ path: String, token: String? = nil, body: [UInt8]? = nil) async throws
        -> HTTPAnswer
    {
        guard let url = URL(string: base + path) else { throw GatewayFailure.unreachable }
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json" }
        if let token { headers["Authorization"] = "Bearer \(token)" }
        if let address = RequestOrigin.address { headers["X-Forwarded-For"] = address }
        if let agent = RequestOrigin.userAgent { headers["User-Agent"] = agent }
        if let name = RequestID.header, let id = RequestID.current { headers[name.rawName] = id.text }
        do {
            return try await http.send(
                HTTPCall(
                    method: method, url: url, headers: headers, body: body, timeout: deadline,
                    maximumAnswerBytes: Self.largestAnswer, deadline: deadline, followsRedirects: false,
                    keepsConnection: true))
        } catch let failure as HTTPFailure {
            throw GatewayFailure(failure)
        }
    }

    /// Reads an answer that must be a JSON object.
    /// - Throws: ``GatewayFailure`` with 502 if it is none.
    static func object(_ answer: HTTPAnswer) throws(GatewayFailure) -> JSONObject {
        guard let object = (try? JSONValue(parsing: answer.body))?.objectValue else {
            throw GatewayFailure.invalidResponse
        }
        return object
    }

    /// Reads the answer to a request that must succeed.
    /// - Parameter refusals: the statuses with which the homeserver may refuse the client's request.
    /// - Throws: ``GatewayFailure`` with the homeserver's own error if it refused the request, and with 502 or 503 if it failed.
    static func success(_ answer: HTTPAnswer, refusals: (Int) -> Bool = { (400..<500).contains($0) })
        throws(GatewayFailure) -> JSONObject
    {
        if answer.status == 200 { return try object(answer) }
        if answer.status == 503 { throw GatewayFailure.unavailable }
        guard refusals(answer.status),
            let error = (try? JSONValue(parsing: answer.body)).flatMap(MatrixError.init(json:))
        else { throw GatewayFailure.failed }
        throw GatewayFailure(status: answer.status, error)
    }

    /// Ends every request under way.
    package func close() { http.close() }
}
