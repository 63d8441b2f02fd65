import Foundation
import HeraldHTTP

/// Asks chain nodes over HTTP.
public struct HTTPChainTransport: ChainTransport {
    /// The longest answer that is read, in bytes: the rows of one account have a few hundred.
    public static let answerLimit = 1 << 20
    private let timeout: Duration
    private let client = HTTPClient()

    /// How much of its time the first attempt may take, in eighths.
    private static let firstShare = 3

    /// - Parameter timeout: how long a node may take for one answer. A wallet waits 15 s for the whole callback (MYKEY sheet 4.5), and a
    ///   look-up may ask three questions one after the other.
    public init(timeout: Duration = .seconds(4)) { self.timeout = timeout }

    public func post(_ body: [UInt8], path: String, to node: ChainNodeAddress) async throws(MYKEYServicesError) -> ChainReply {
        guard let url = URL(string: node.exposedURL + path) else {
            throw MYKEYServicesError(.configuration, field: node.label, reason: "the node's address is no URL")
        }
        // Nothing is changed by a question, so it can be asked twice: now and then Foundation on Linux never hears of an answer when
        // other sockets of the process come and go (seen in one login of forty on a server under load).
        let first = timeout * Self.firstShare / 8
        do throws(MYKEYServicesError) {
            return try await post(body, url, node, within: first)
        } catch {
            guard !Task.isCancelled else { throw error }
            return try await post(body, url, node, within: timeout - first)
        }
    }

    private func post(
        _ body: [UInt8], _ url: URL, _ node: ChainNodeAddress, within time: Duration
    ) async throws(MYKEYServicesError) -> ChainReply {
        // A node that answers with a redirect is taken at its word: the redirect is the answer.
        let call = HTTPCall(
            method: "POST", url: url, headers: ["Content-Type": "application/json", "Accept": "application/json"], body: body,
            timeout: timeout, maximumAnswerBytes: Self.answerLimit, deadline: time, followsRedirects: false,
            keepsConnection: true)
        do {
            let answer = try await client.send(call)
            return ChainReply(status: answer.status, body: answer.body)
        } catch {
            // The error's own text could name the URL, which may hold the operator's access key.
            let reason = error as? HTTPFailure == .answerTooLarge ? "the answer is too long" : "no answer"
            throw MYKEYServicesError(.nodeUnavailable, field: node.label, reason: reason)
        }
    }
}
