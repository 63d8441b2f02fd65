import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
#if canImport(Security)
    import Security
#endif

/// Collects the parts of the answers of one `URLSession` and hands each over once.
final class AnswerCollector: NSObject, URLSessionDataDelegate, Sendable {
    private struct Pending {
        let limit: Int
        let followsRedirects: Bool
        let continuation: CheckedContinuation<HTTPAnswer, any Error>
        var body: [UInt8] = []
    }

    private let pending = Mutex<[Int: Pending]>([:])
    private let acceptsCertificate: HTTPClient.CertificateDecision?

    init(_ acceptsCertificate: HTTPClient.CertificateDecision?) { self.acceptsCertificate = acceptsCertificate }

    func begin(_ task: URLSessionTask, _ call: HTTPCall, _ continuation: CheckedContinuation<HTTPAnswer, any Error>) {
        let entry = Pending(limit: call.maximumAnswerBytes, followsRedirects: call.followsRedirects, continuation: continuation)
        pending.withLock { $0[task.taskIdentifier] = entry }
    }

    /// Hands the result over; the second and later calls for a task do nothing.
    func finish(_ identifier: Int, _ result: Result<HTTPAnswer, any Error>) {
        let continuation = pending.withLock { $0.removeValue(forKey: identifier)?.continuation }
        continuation?.resume(with: result)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = pending.withLock { pending in
            // A copy of the entry that lives on would have the body copied with every part.
            guard let room = pending[dataTask.taskIdentifier].map({ $0.limit - $0.body.count }) else { return false }
            guard data.count <= room else { return true }
            pending[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return false
        }
        guard isTooLarge else { return }
        finish(dataTask.taskIdentifier, .failure(HTTPFailure.answerTooLarge))
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(task.taskIdentifier, .failure(HTTPFailure.translated(error))) }
        guard let response = task.response as? HTTPURLResponse else {
            return finish(task.taskIdentifier, .failure(HTTPFailure.connectionLost))
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers[String(describing: name).lowercased()] = String(describing: value) }
        let body = pending.withLock { $0[task.taskIdentifier]?.body ?? [] }
        finish(task.taskIdentifier, .success(HTTPAnswer(status: response.statusCode, headers: headers, body: body)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let old = task.originalRequest?.url, new = request.url
        let isSameOrigin = old?.scheme == new?.scheme && old?.host == new?.host && old?.port == new?.port
        let isWanted = pending.withLock { $0[task.taskIdentifier]?.followsRedirects ?? false }
        completionHandler(isWanted && isSameOrigin ? request : nil)
    }

    #if canImport(FoundationNetworking)
        /// Foundation on Linux asks the same question again and again while there is no password, so the answer 401 is handed over
        /// here, without its body.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let status = (challenge.failureResponse as? HTTPURLResponse)?.statusCode ?? 401
            finish(task.taskIdentifier, .success(HTTPAnswer(status: status, headers: [:], body: [])))
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    #endif

    #if canImport(Security)
        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            guard let acceptsCertificate, challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
                let trust = challenge.protectionSpace.serverTrust, !SecTrustEvaluateWithError(trust, nil),
                let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first
            else { return completionHandler(.performDefaultHandling, nil) }
            if acceptsCertificate(SecCertificateCopyData(leaf) as Data) {
                completionHandler(.useCredential, URLCredential(trust: trust))
            } else {
                completionHandler(.cancelAuthenticationChallenge, nil)
            }
        }
    #endif
}
