import Foundation
import HeraldHTTP

/// Sends requests to chain nodes over HTTP.
public struct HTTPChainTransport: ChainTransport {
    /// The longest response that is read, in bytes. The rows of one account have a few hundred bytes.
    public static let answerLimit = 1 << 20
    private let timeout: Duration
    private let client = HTTPClient()

    /// Creates a transport.
    /// - Parameter timeout: the time for one response. Defaults to 4 s. The default is short, because a wallet waits 15 s for the whole
    ///   callback (MYKEY sheet 4.5), and a look-up may need three requests in sequence, the first one of a source four.
    public init(timeout: Duration = .seconds(4)) { self.timeout = timeout }

    public func post(_ body: [UInt8], path: String, to node: ChainNodeAddress) async throws(MYKEYServicesError)
        -> ChainReply
    {
        guard let url = URL(string: node.exposedURL + path) else {
            throw MYKEYServicesError(.configuration, field: node.label, reason: "the node's address is not a URL")
        }
        // Redirects are not followed. A redirect is returned as the node's response.
        let call = HTTPCall(
            method: "POST", url: url, headers: ["Content-Type": "application/json", "Accept": "application/json"],
            body: body,
            timeout: timeout, maximumAnswerBytes: Self.answerLimit, deadline: timeout, followsRedirects: false,
            keepsConnection: true)
        do {
            let answer = try await client.send(call)
            return ChainReply(status: answer.status, body: answer.body)
        } catch {
            // The text of the error is not used, because it could contain the URL and thus the operator's access key.
            let isTooLong = if case .answerTooLarge? = error as? HTTPFailure { true } else { false }
            let reason = isTooLong ? "the answer is too long" : "no answer"
            throw MYKEYServicesError(.nodeUnavailable, field: node.label, reason: reason)
        }
    }
}
