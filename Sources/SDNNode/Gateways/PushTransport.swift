import Foundation
import HeraldHTTP

/// Sends notifications to push gateways. Tests use another implementation.
protocol PushTransport: Sendable {
    /// Posts a JSON body.
    /// - Throws: the error that prevented an answer.
    func post(_ body: [UInt8], to url: URL) async throws -> (status: Int, body: [UInt8])
    /// Ends running requests.
    func close()
}

/// Posts over HTTP to hosts that ``PushHostRules`` allow. It follows no redirects and uses no proxies of the environment, because both would connect
/// to hosts that the rules have not checked.
struct HTTPPushTransport: PushTransport {
    /// The longest time that a gateway may be silent.
    var timeout = Duration.seconds(10)
    /// The longest time that a whole request may take.
    var deadline = Duration.seconds(30)
    private static let answerLimit = 65_536

    private let client = HTTPClient(usesProxies: false)
    private let rules: PushHostRules

    init(rules: PushHostRules) { self.rules = rules }

    func post(_ body: [UInt8], to url: URL) async throws -> (status: Int, body: [UInt8]) {
        let route = try await rules.route(to: url)
        var headers = ["Content-Type": "application/json"]
        headers["Host"] = route.host
        var call = HTTPCall(
            method: "POST", url: route.url, headers: headers, body: body, timeout: timeout,
            maximumAnswerBytes: Self.answerLimit, deadline: deadline, followsRedirects: false)
        call.destination = route.destination
        let answer = try await client.send(call)
        return (answer.status, answer.body)
    }

    func close() { client.close() }
}
