import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport over Foundation's `URLSession`, on Linux and on Apple systems.
///
/// Cookies, caches and stored credentials are off. A redirect to another origin is not followed, so that a token never leaves its
/// node. `timeout` of a request counts silence, not total time; on Linux Foundation rounds it to whole seconds.
///
/// Known limit: Foundation on Linux ends the process when a connection closes in the middle of the answer's header lines
/// (swift-corelibs-foundation issue 5285; still so in Swift 6.3.1, mended upstream since). A node sends its header lines at once, so
/// this takes a broken proxy or a hostile node; an app that must survive that on Linux passes a transport of its own.
public struct URLSessionTransport: HTTPTransport {
    private let core: Core

    /// - Parameter unrecognizedCertificateHandler: asked with the leaf certificate (DER) when the system does not trust it; `true`
    ///   accepts it. On Linux Foundation gives no access to certificates: the handler is never called there and an untrusted
    ///   certificate always ends in ``SDNSDKError`` with code `insecureConnection`.
    public init(unrecognizedCertificateHandler: MXHTTPClientOnUnrecognizedCertificate? = nil) {
        core = Core(unrecognizedCertificateHandler)
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse { try await core.send(request) }

    public func close() { core.close() }

    /// Owns the session: a `URLSession` keeps its delegate until it is invalidated, so the owner has to be a third object.
    private final class Core: Sendable {
        private let delegate: URLSessionTransportDelegate
        private let session: Mutex<URLSession?>

        init(_ handler: MXHTTPClientOnUnrecognizedCertificate?) {
            let delegate = URLSessionTransportDelegate(handler)
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            // A long poll occupies one connection for half a minute; the rest is for everything else.
            configuration.httpMaximumConnectionsPerHost = 16
            self.delegate = delegate
            self.session = Mutex(URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil))
        }

        deinit { session.withLock { $0 }?.finishTasksAndInvalidate() }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            let native = URLRequest(request)
            // Foundation traps on a task for an invalidated session, so making one and closing exclude each other.
            let made = session.withLock { $0?.dataTask(with: native) }
            guard let task = made else { throw SDNSDKError(.closed, reason: "the transport was closed") }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    delegate.begin(task, limit: request.maximumResponseBytes, continuation)
                    if Task.isCancelled {
                        delegate.finish(task.taskIdentifier, .failure(CancellationError()))
                        task.cancel()
                    } else {
                        task.resume()
                    }
                }
            } onCancel: {
                delegate.finish(task.taskIdentifier, .failure(CancellationError()))
                task.cancel()
            }
        }

        func close() {
            let open = session.withLock { session in
                defer { session = nil }
                return session
            }
            open?.invalidateAndCancel()
            delegate.finishAll(SDNSDKError(.closed, reason: "the transport was closed"))
        }
    }
}

extension URLRequest {
    fileprivate init(_ request: TransportRequest) {
        self.init(url: request.url)
        httpMethod = request.method
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        if let body = request.body { httpBody = Data(body) }
        httpShouldHandleCookies = false
        timeoutInterval = max(1, request.timeout / .seconds(1))
    }
}
