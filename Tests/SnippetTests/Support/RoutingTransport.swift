import Foundation
import SDNSDK
import Synchronization

/// Sends requests for `http://sdn.org` to an embedded node. It replaces the samples' names with real ones in requests, and back in answers.
final class RoutingTransport: HTTPTransport {
    struct Exchange: Sendable {
        let path: String
        let request: String
        let status: Int
        let response: String
    }

    private let inner = URLSessionTransport()
    private let base: String
    /// The address in the samples, and the one that it stands for.
    private let names: [(sample: String, real: String)]
    private let seen = Mutex<[Exchange]>([])
    private let waiting = Mutex<[(path: String, continuation: CheckedContinuation<Exchange, Never>)]>([])

    init(base: String, names: [(String, String)]) {
        self.base = base
        self.names = names
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var routed = request
        let text = toReal(request.url.absoluteString).replacingOccurrences(of: "http://sdn.org", with: base)
        guard let url = URL(string: text) else { throw SDNSDKError(.invalidArgument, reason: "not a URL") }
        routed.url = url
        routed.headers = request.headers.mapValues(toReal)
        routed.body = request.body.map { Array(toReal(String(decoding: $0, as: UTF8.self)).utf8) }
        var response = try await inner.send(routed)
        let body = toSample(String(decoding: response.body, as: UTF8.self))
        response.body = Array(body.utf8)
        note(
            Exchange(
                path: request.url.path, request: String(decoding: request.body ?? [], as: UTF8.self),
                status: response.status, response: body))
        return response
    }

    func close() { inner.close() }

    /// The first exchange, past or to come, whose path ends so.
    func exchange(_ path: String) async -> Exchange {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0.append((path, continuation)) }
            settle()
        }
    }

    private func note(_ exchange: Exchange) {
        seen.withLock { $0.append(exchange) }
        settle()
    }

    private func settle() {
        let exchanges = seen.withLock { $0 }
        let ready = waiting.withLock { waiting in
            var ready: [(CheckedContinuation<Exchange, Never>, Exchange)] = []
            waiting.removeAll { waiter in
                guard let found = exchanges.first(where: { $0.path.hasSuffix(waiter.path) }) else { return false }
                ready.append((waiter.continuation, found))
                return true
            }
            return ready
        }
        for (continuation, exchange) in ready { continuation.resume(returning: exchange) }
    }

    private func toReal(_ text: String) -> String {
        names.reduce(text) { text, name in
            text.replacingOccurrences(of: name.sample, with: name.real).replacingOccurrences(
                of: encoded(name.sample), with: encoded(name.real))
        }
    }

    private func toSample(_ text: String) -> String {
        names.reduce(text) { text, name in text.replacingOccurrences(of: name.real, with: name.sample) }
    }

    /// As an id stands in a path.
    private func encoded(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
    }
}
