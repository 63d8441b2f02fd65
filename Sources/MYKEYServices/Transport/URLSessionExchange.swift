#if canImport(Darwin)
import Foundation
import Synchronization

/// Sends with `URLSession` on Apple systems, which have no libcurl to build against. `URLSession` cannot be told an address: the name is
/// looked up once more when it connects, so between check and connection a name may change its address. TLS still proves the name.
struct URLSessionExchange: PostExchanging {
    func send(_ exchange: PostExchange) async -> ExchangeOutcome {
        guard exchange.trustedCertificates == nil, let url = URL(string: exchange.destination.server.url) else {
            return .failed(.connectionLost)
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData, timeoutInterval: exchange.limits.connect.seconds)
        request.httpMethod = "POST"
        request.httpBody = Data(exchange.body)
        request.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue(exchange.userAgent, forHTTPHeaderField: "User-Agent")
        let collector = ReplyCollector(limit: exchange.limits.replyBytes)
        let session = URLSession(configuration: Self.configuration(exchange), delegate: collector, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                collector.begin(continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    private static func configuration(_ exchange: PostExchange) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.connectionProxyDictionary = [:]
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        configuration.timeoutIntervalForResource = exchange.time.seconds
        return configuration
    }
}

/// Collects one reply up to its limit and hands it over once; follows no redirect.
private final class ReplyCollector: NSObject, URLSessionDataDelegate, Sendable {
    private struct State {
        var continuation: CheckedContinuation<ExchangeOutcome, Never>?
        var body: [UInt8] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    func begin(_ continuation: CheckedContinuation<ExchangeOutcome, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    private func finish(_ outcome: ExchangeOutcome) {
        let continuation = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            guard data.count <= limit - state.body.count else { return true }
            state.body.append(contentsOf: data)
            return false
        }
        guard isTooLarge else { return }
        finish(.tooLarge(status: (dataTask.response as? HTTPURLResponse)?.statusCode ?? 0))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(.failed(Self.failure(error))) }
        guard let response = task.response as? HTTPURLResponse else { return finish(.failed(.connectionLost)) }
        finish(.answer(status: response.statusCode, body: state.withLock { $0.body }))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    private static func failure(_ error: any Error) -> ExchangeFailure {
        switch (error as? URLError)?.code {
        case .cancelled?: .cancelled
        case .timedOut?: .timedOut
        case .cannotFindHost?, .dnsLookupFailed?, .cannotConnectToHost?, .notConnectedToInternet?: .cannotConnect
        case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?, .serverCertificateHasUnknownRoot?,
            .serverCertificateNotYetValid?, .clientCertificateRequired?, .appTransportSecurityRequiresSecureConnection?:
            .insecure
        default: .connectionLost
        }
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
#endif
