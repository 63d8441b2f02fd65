import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Collects the parts of the answers of one `URLSession` and hands each over once.
final class URLSessionServiceDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private struct Pending {
        let limit: Int
        let continuation: CheckedContinuation<ServiceAnswer, any Error>
        var body: [UInt8] = []
    }

    private let pending = Mutex<[Int: Pending]>([:])

    func begin(_ identifier: Int, limit: Int, _ continuation: CheckedContinuation<ServiceAnswer, any Error>) {
        pending.withLock { $0[identifier] = Pending(limit: limit, continuation: continuation) }
    }

    /// Hands the result over; the second and later calls for a task do nothing.
    func finish(_ identifier: Int, _ result: Result<ServiceAnswer, any Error>) {
        let continuation = pending.withLock { $0.removeValue(forKey: identifier)?.continuation }
        continuation?.resume(with: result)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = pending.withLock { pending in
            guard let entry = pending[dataTask.taskIdentifier] else { return false }
            guard data.count <= entry.limit - entry.body.count else { return true }
            pending[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return false
        }
        guard isTooLarge else { return }
        finish(
            dataTask.taskIdentifier,
            .failure(TransportFailure(.answerTooLarge, reason: "the answer is longer than this side accepts")))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(task.taskIdentifier, .failure(Self.translated(error))) }
        guard let response = task.response as? HTTPURLResponse else {
            return finish(
                task.taskIdentifier,
                .failure(TransportFailure(.connectionLost, reason: "the connection ended without an HTTP answer")))
        }
        let body = pending.withLock { $0[task.taskIdentifier]?.body ?? [] }
        finish(task.taskIdentifier, .success(ServiceAnswer(status: response.statusCode, body: body)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let old = task.originalRequest?.url, new = request.url
        let isSameOrigin = old?.scheme == new?.scheme && old?.host == new?.host && old?.port == new?.port
        completionHandler(isSameOrigin ? request : nil)
    }

    #if canImport(FoundationNetworking)
        /// Foundation on Linux asks the same question again and again while there is no password, so the answer 401 is handed over here,
        /// without its body.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 401
            finish(task.taskIdentifier, .success(ServiceAnswer(status: status, body: [])))
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif

    private static func translated(_ error: any Error) -> any Error {
        guard let error = error as? URLError else { return TransportFailure(.connectionLost, reason: "the request failed below HTTP") }
        switch error.code {
        case .cancelled:
            return CancellationError()
        case .cannotFindHost, .dnsLookupFailed:
            return TransportFailure(.unknownHost, reason: "the server's host name does not resolve")
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed:
            return TransportFailure(.cannotConnect, reason: "no connection to the server")
        case .timedOut:
            return TransportFailure(.timedOut, reason: "the server did not answer in time")
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            return TransportFailure(.insecureConnection, reason: "TLS could not be agreed, or the server's certificate is not trusted")
        default:
            return TransportFailure(.connectionLost, reason: "the connection to the server broke (\(error.code.rawValue))")
        }
    }
}
