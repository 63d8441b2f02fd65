import Foundation
import HeraldHTTP

/// Sends requests with Herald's HTTP client, each on a new connection.
///
/// On Apple systems the client uses `URLSession`, which cannot connect to a given address. `URLSession` looks the name up again when it
/// connects, so the address may have changed since the check. TLS still proves the name of the server.
struct ClientExchange: PostExchanging {
    private let client = HTTPClient(usesProxies: false)

    func send(_ exchange: PostExchange) async -> ExchangeOutcome {
        let server = exchange.destination.server
        guard let url = URL(string: server.url) else { return .failed(.connectionLost) }
        #if canImport(Darwin)
        guard exchange.trustedCertificates == nil else { return .failed(.connectionLost) }
        #endif
        var call = HTTPCall(
            method: "POST", url: url,
            headers: [
                "Content-Type": "application/json; charset=utf-8", "Accept": "application/json",
                "User-Agent": exchange.userAgent,
            ], body: exchange.body, timeout: exchange.time, maximumAnswerBytes: exchange.limits.replyBytes,
            deadline: exchange.time,
            followsRedirects: false)
        call.maximumHeaderBytes = exchange.limits.replyBytes
        call.connectTimeout = min(exchange.limits.connect, exchange.time)
        call.trustedCertificates = exchange.trustedCertificates
        call.destination = HTTPDestination(
            name: server.literal == nil ? server.host : nil, port: server.port,
            addresses: exchange.destination.addresses.map(\.bytes))
        do {
            let answer = try await client.send(call)
            return .answer(status: answer.status, body: answer.body)
        } catch HTTPFailure.answerTooLarge(let status) {
            return .tooLarge(status: status)
        } catch {
            return .failed(ExchangeFailure(error))
        }
    }
}

extension ExchangeFailure {
    fileprivate init(_ error: any Error) {
        self =
            switch error as? HTTPFailure {
            case .unknownHost, .cannotConnect: .cannotConnect
            case .addressRefused: .addressRefused
            case .timedOut: .timedOut
            case .insecureConnection: .insecure
            case .malformedRequest, .connectionLost, .answerTooLarge, .closed: .connectionLost
            case nil: error is CancellationError ? .cancelled : .connectionLost
            }
    }
}
