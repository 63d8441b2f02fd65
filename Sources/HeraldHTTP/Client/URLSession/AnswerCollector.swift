#if !os(Linux)
import Foundation
import HeraldLocks
import Security

/// Collects the parts of the responses of one `URLSession` and delivers each response once.
final class AnswerCollector: NSObject, URLSessionDataDelegate, Sendable {
    private struct Pending {
        let limit: Int
        let followsRedirects: Bool
        let continuation: CheckedContinuation<HTTPAnswer, any Error>
        let progress: (@Sendable (HTTPProgress) -> Void)?
        let bodyLength: Int64
        let bodyStream: HTTPBodyStream?
        var body: [UInt8] = []
    }

    private let pending = Mutex<[Int: Pending]>([:])
    private let acceptsCertificate: (@Sendable (Data) -> Bool)?

    init(_ acceptsCertificate: (@Sendable (Data) -> Bool)?) { self.acceptsCertificate = acceptsCertificate }

    func begin(_ task: URLSessionTask, _ call: HTTPCall, _ continuation: CheckedContinuation<HTTPAnswer, any Error>) {
        let entry = Pending(
            limit: call.maximumAnswerBytes, followsRedirects: call.followsRedirects, continuation: continuation,
            progress: call.progress, bodyLength: call.bodyLength, bodyStream: call.bodyStream)
        pending.withLock { $0[task.taskIdentifier] = entry }
    }

    /// Delivers the result. Later calls for the same task do nothing.
    func finish(_ identifier: Int, _ result: Result<HTTPAnswer, any Error>) {
        let continuation = pending.withLock { $0.removeValue(forKey: identifier)?.continuation }
        continuation?.resume(with: result)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = pending.withLock { pending in
            // The entry is changed in place. With a copy of the entry in a variable, each part would cause a copy of the whole body.
            guard let room = pending[dataTask.taskIdentifier].map({ $0.limit - $0.body.count }) else { return false }
            guard data.count <= room else { return true }
            pending[dataTask.taskIdentifier]?.body.append(contentsOf: data)
            return false
        }
        guard isTooLarge else { return tell(received: dataTask) }
        let status = (dataTask.response as? HTTPURLResponse)?.statusCode ?? 0
        finish(dataTask.taskIdentifier, .failure(HTTPFailure.answerTooLarge(status: status)))
        dataTask.cancel()
    }

    private func tell(received task: URLSessionDataTask) {
        let known = pending.withLock { pending in
            pending[task.taskIdentifier].map {
                (tell: $0.progress, length: $0.bodyLength, received: Int64($0.body.count))
            }
        }
        guard let known, let tell = known.tell, let status = (task.response as? HTTPURLResponse)?.statusCode,
            (200..<300).contains(status)
        else { return }
        let expected = task.response.map(\.expectedContentLength).flatMap { $0 >= 0 ? $0 : nil }
        tell(HTTPProgress(sent: known.length, toSend: known.length, received: known.received, expected: expected))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard
            let known = pending.withLock({ $0[task.taskIdentifier].map { (tell: $0.progress, length: $0.bodyLength) } })
        else { return }
        known.tell?(HTTPProgress(sent: min(totalBytesSent, known.length), toSend: known.length))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let identifier = task.taskIdentifier
        let stream = pending.withLock { $0[identifier]?.bodyStream }
        completionHandler(
            stream.flatMap { stream in
                SessionBody.input(of: stream) { [weak self, weak task] error in
                    self?.finish(identifier, .failure(error))
                    task?.cancel()
                }
            })
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(task.taskIdentifier, .failure(Self.translated(error))) }
        guard let response = task.response as? HTTPURLResponse else {
            return finish(task.taskIdentifier, .failure(HTTPFailure.connectionLost))
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            headers[String(describing: name).lowercased()] = String(describing: value)
        }
        let body = pending.withLock { $0[task.taskIdentifier]?.body ?? [] }
        finish(task.taskIdentifier, .success(HTTPAnswer(status: response.statusCode, headers: headers, body: body)))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let old = task.originalRequest?.url, new = request.url
        let isSameOrigin = old?.scheme == new?.scheme && old?.host == new?.host && old?.port == new?.port
        let isWanted = pending.withLock { $0[task.taskIdentifier]?.followsRedirects ?? false }
        completionHandler(isWanted && isSameOrigin ? request : nil)
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let acceptsCertificate,
            challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust,
            let trust = challenge.protectionSpace.serverTrust, !SecTrustEvaluateWithError(trust, nil),
            let leaf = (SecTrustCopyCertificateChain(trust) as? [SecCertificate])?.first
        else { return completionHandler(.performDefaultHandling, nil) }
        if acceptsCertificate(SecCertificateCopyData(leaf) as Data) {
            completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }

    /// Translates Foundation's errors. `CancellationError` stays unchanged.
    private static func translated(_ error: any Error) -> any Error {
        guard let error = error as? URLError else {
            return error is CancellationError ? error : HTTPFailure.connectionLost
        }
        return switch error.code {
        case .cancelled: CancellationError()
        case .cannotFindHost, .dnsLookupFailed: HTTPFailure.unknownHost
        case .cannotConnectToHost, .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed:
            HTTPFailure.cannotConnect
        case .timedOut: HTTPFailure.timedOut
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            HTTPFailure.insecureConnection
        default: HTTPFailure.connectionLost
        }
    }
}
#endif
