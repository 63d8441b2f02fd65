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

    /// Sends one request and waits for the whole answer; cancelling the task cancels it.
    /// - Throws: ``SDNSDKError`` as ``HTTPTransport`` lists it, or `CancellationError`.
    public func send(_ request: TransportRequest) async throws -> TransportResponse { try await core.send(request) }

    /// Ends every request under way; later ones throw ``SDNSDKError`` with code `closed`.
    public func close() { core.close() }

    /// A session with the delegate that collects its answers.
    private struct Lane: Sendable {
        let session: URLSession
        let delegate: URLSessionTransportDelegate
    }

    /// The requests of one transport, and the sessions they go through.
    private final class Core: Sendable {
        private struct State {
            var isClosed = false
            var tasks: [ObjectIdentifier: (task: URLSessionTask, lane: Lane)] = [:]
        }

        private let state = Mutex(State())
        private let reading: Lane
        private let writing: Lane

        #if canImport(FoundationNetworking)
            // Taking a session down races with its own sockets in Foundation on Linux (swift-corelibs-foundation issue 4791 and its
            // kin), and a session has nothing there that differs from one transport to the next: so all share two that stay.
            private static let sharedReading = makeLane(URLSessionTransportDelegate(nil), connectionsPerHost: 512)
            private static let sharedWriting = makeLane(URLSessionTransportDelegate(nil), connectionsPerHost: 512)

            init(_ handler: MXHTTPClientOnUnrecognizedCertificate?) {
                self.reading = Self.sharedReading
                self.writing = Self.sharedWriting
            }
        #else
            init(_ handler: MXHTTPClientOnUnrecognizedCertificate?) {
                // A long poll occupies one connection for half a minute; the rest is for everything else.
                self.reading = Self.makeLane(URLSessionTransportDelegate(handler), connectionsPerHost: 16)
                self.writing = self.reading
            }

            // A session keeps its delegate, and itself, until it is invalidated.
            deinit { reading.session.finishTasksAndInvalidate() }
        #endif

        private static func makeLane(_ delegate: URLSessionTransportDelegate, connectionsPerHost: Int) -> Lane {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            configuration.httpMaximumConnectionsPerHost = connectionsPerHost
            return Lane(session: URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil), delegate: delegate)
        }

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            let native = URLRequest(request)
            let lane = request.body == nil ? reading : writing
            let made = state.withLock { state -> URLSessionDataTask? in
                // Foundation traps on a task for an invalidated session, so making one and closing exclude each other.
                guard !state.isClosed else { return nil }
                let task = lane.session.dataTask(with: native)
                state.tasks[ObjectIdentifier(task)] = (task, lane)
                return task
            }
            guard let task = made else { throw Self.closed }
            defer { state.withLock { $0.tasks[ObjectIdentifier(task)] = nil } }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    lane.delegate.begin(task, limit: request.maximumResponseBytes, continuation)
                    if Task.isCancelled {
                        Self.end(task, CancellationError(), lane)
                    } else if state.withLock({ $0.isClosed }) {
                        Self.end(task, Self.closed, lane)
                    } else {
                        task.resume()
                    }
                }
            } onCancel: {
                Self.end(task, CancellationError(), lane)
            }
        }

        func close() {
            let tasks = state.withLock { state in
                state.isClosed = true
                return Array(state.tasks.values)
            }
            for (task, lane) in tasks { Self.end(task, Self.closed, lane) }
        }

        private static func end(_ task: URLSessionTask, _ error: any Error, _ lane: Lane) {
            lane.delegate.finish(task.taskIdentifier, .failure(error))
            task.cancel()
        }

        private static let closed = SDNSDKError(.closed, reason: "the transport was closed")
    }
}

extension URLRequest {
    fileprivate init(_ request: TransportRequest) {
        self.init(url: request.url)
        httpMethod = request.method
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
        if let body = request.body {
            httpBody = Data(body)
            #if canImport(FoundationNetworking)
                // When a kept connection dies after a body went out on it, Foundation on Linux sends the head alone again and spins
                // until the timeout. A connection that is closed after its answer is never kept.
                setValue("close", forHTTPHeaderField: "Connection")
            #endif
        }
        httpShouldHandleCookies = false
        timeoutInterval = max(1, request.timeout / .seconds(1))
    }
}
