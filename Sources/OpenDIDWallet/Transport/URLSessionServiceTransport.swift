import Foundation
import OpenDID_DataModel

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport over Foundation's `URLSession`, on Linux and on Apple systems.
///
/// Cookies, caches and stored credentials are off, answers are cut at ``maximumAnswerBytes``, and a redirect to another origin is not
/// followed: what a wallet sends is meant for one server.
public struct URLSessionServiceTransport: ServiceTransport {
    /// How long a connection may stay silent, in seconds.
    public let timeout: Double
    /// The longest body that is accepted.
    public let maximumAnswerBytes: Int

    private let lane: Lane

    /// - Parameters:
    ///   - timeout: how long a connection may stay silent, in seconds; 30 unless told.
    ///   - maximumAnswerBytes: the longest body that is accepted; 8 MiB unless told.
    public init(timeout: Double = 30, maximumAnswerBytes: Int = 8 << 20) {
        self.timeout = timeout
        self.maximumAnswerBytes = maximumAnswerBytes
        lane = Lane.shared
    }

    public func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        guard let url = URL(string: call.url), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw TransportFailure(.malformedURL, reason: "an http or https URL expected")
        }
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
        request.httpMethod = call.method.rawValue
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let body = call.body {
            request.httpBody = Data(body)
            request.setValue("application/json;charset=utf-8", forHTTPHeaderField: "Content-Type")
        }
        let task = lane.session.dataTask(with: request)
        let (delegate, limit) = (lane.delegate, maximumAnswerBytes)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.begin(task.taskIdentifier, limit: limit, continuation)
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

    /// One session for the process: it holds nothing that differs from one transport to the next, and taking a session down races with
    /// its own sockets in Foundation on Linux.
    private struct Lane: Sendable {
        let session: URLSession
        let delegate: URLSessionServiceDelegate

        static let shared: Lane = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.httpMaximumConnectionsPerHost = 64
            let delegate = URLSessionServiceDelegate()
            return Lane(session: URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), delegate: delegate)
        }()
    }
}
