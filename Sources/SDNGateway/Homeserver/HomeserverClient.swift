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
        if let name = RequestID.header, let id = RequestID.current { headers[name.rawName] = id.text }
        do {
            return try await http.send(
                HTTPCall(
                    method: method, url: url, headers: headers, body: body, timeout: deadline,
                    maximumAnswerBytes: Self.largestAnswer, deadline: deadline, followsRedirects: false,
                    keepsConnection: true))
        } catch let failure as HTTPFailure {
            throw GatewayFailure(Self.refusal(for: failure))
        }
    }

    private static func refusal(for failure: HTTPFailure) -> ProxyRefusal {
        switch failure {
        case .timedOut: .timeout
        case .connectionLost: .closed
        case .answerTooLarge, .malformedRequest: .invalidResponse
        case .unknownHost, .cannotConnect, .addressRefused, .insecureConnection, .closed: .unreachable
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

    /// Ends every request under way.
    package func close() { http.close() }
}
