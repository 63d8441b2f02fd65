import Foundation
import HeraldHTTP

/// What carries notifications to gateways; tests have one of their own.
protocol PushTransport: Sendable {
    /// Posts a JSON body. - Throws: whatever kept an answer from coming.
    func post(_ body: [UInt8], to url: URL) async throws -> (status: Int, body: [UInt8])
    /// Ends what is under way.
    func close()
}

/// Posts over HTTP to hosts that ``PushHostRules`` allow. Redirects are not followed, and proxies of the environment are not used: either
/// would look names up and connect where the rules have not looked.
struct HTTPPushTransport: PushTransport {
    /// How long a gateway may stay silent.
    private static let patience = Duration.seconds(10)
    /// How long a gateway may take altogether.
    private static let deadline = Duration.seconds(30)
    private static let answerLimit = 65_536

    private let client = HTTPClient(usesProxies: false)
    private let rules: PushHostRules

    init(rules: PushHostRules) { self.rules = rules }

    func post(_ body: [UInt8], to url: URL) async throws -> (status: Int, body: [UInt8]) {
        let route = try await rules.route(to: url)
        var headers = ["Content-Type": "application/json"]
        headers["Host"] = route.host
        var call = HTTPCall(
            method: "POST", url: route.url, headers: headers, body: body, timeout: Self.patience,
            maximumAnswerBytes: Self.answerLimit, deadline: Self.deadline, followsRedirects: false)
        call.destination = route.destination
        let answer = try await client.send(call)
        return (answer.status, answer.body)
    }

    func close() { client.close() }
}
