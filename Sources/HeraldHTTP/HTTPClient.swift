import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP over Foundation's `URLSession`, on Linux and on Apple systems: what every client of the house sends through.
///
/// Cookies, caches and stored credentials are off. A redirect to another origin is not followed, so that a token never leaves its server.
///
/// Known limit: Foundation on Linux ends the process when a connection closes in the middle of the answer's header lines
/// (swift-corelibs-foundation issue 5285; still so in Swift 6.3.1, mended upstream since). A server sends its header lines at once, so
/// this takes a broken proxy or a hostile server; an app that must survive that on Linux passes a transport of its own.
package final class HTTPClient: Sendable {
    /// Decides about a leaf certificate (DER) that the system does not trust. Never asked on Linux, where Foundation shows none.
    package typealias CertificateDecision = @Sendable (Data) -> Bool

    /// A session with the delegate that collects its answers.
    private struct Lane: Sendable {
        let session: URLSession
        let collector: AnswerCollector
    }

    private struct State {
        var isClosed = false
        var tasks: [ObjectIdentifier: (task: URLSessionTask, lane: Lane)] = [:]
    }

    private let state = Mutex(State())
    private let reading: Lane
    private let writing: Lane

    // On Linux Foundation takes proxies from the environment and cannot be told not to: `usesProxies` does nothing there.
    #if canImport(FoundationNetworking)
        // Taking a session down races with its own sockets in Foundation on Linux (swift-corelibs-foundation issue 4791 and its
        // kin), and a session has nothing there that differs from one client to the next: so all share two that stay.
        private static let sharedReading = makeLane(nil, connectionsPerHost: 512)
        private static let sharedWriting = makeLane(nil, connectionsPerHost: 512)

        package init(acceptsCertificate: CertificateDecision? = nil, usesProxies: Bool = true) {
            reading = Self.sharedReading
            writing = Self.sharedWriting
        }
    #else
        package init(acceptsCertificate: CertificateDecision? = nil, usesProxies: Bool = true) {
            // A long poll occupies one connection for half a minute; the rest is for everything else.
            reading = Self.makeLane(acceptsCertificate, connectionsPerHost: 16, usesProxies: usesProxies)
            writing = reading
        }

        // A session keeps its delegate, and itself, until it is invalidated.
        deinit { reading.session.finishTasksAndInvalidate() }
    #endif

    private static func makeLane(
        _ acceptsCertificate: CertificateDecision?, connectionsPerHost: Int, usesProxies: Bool = true
    ) -> Lane {
        let configuration = URLSessionConfiguration.ephemeral
        if !usesProxies { configuration.connectionProxyDictionary = [:] }
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        let collector = AnswerCollector(acceptsCertificate)
        return Lane(session: URLSession(configuration: configuration, delegate: collector, delegateQueue: nil), collector: collector)
    }

    /// Sends one request and waits for the whole answer; cancelling the task cancels it.
    /// - Throws: ``HTTPFailure`` or `CancellationError`.
    package func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        guard let deadline = call.deadline else { return try await exchange(call) }
        return try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
            group.addTask { try await self.exchange(call) }
            group.addTask {
                try await Task.sleep(for: deadline)
                throw HTTPFailure.timedOut
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw HTTPFailure.connectionLost }
            return answer
        }
    }

    private func exchange(_ call: HTTPCall) async throws -> HTTPAnswer {
        let native = URLRequest(call)
        let lane = call.body == nil ? reading : writing
        let made = state.withLock { state -> URLSessionDataTask? in
            // Foundation traps on a task for an invalidated session, so making one and closing exclude each other.
            guard !state.isClosed else { return nil }
            let task = lane.session.dataTask(with: native)
            state.tasks[ObjectIdentifier(task)] = (task, lane)
            return task
        }
        guard let task = made else { throw HTTPFailure.closed }
        defer { state.withLock { $0.tasks[ObjectIdentifier(task)] = nil } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lane.collector.begin(task, call, continuation)
                if Task.isCancelled {
                    Self.end(task, CancellationError(), lane)
                } else if state.withLock({ $0.isClosed }) {
                    Self.end(task, HTTPFailure.closed, lane)
                } else {
                    task.resume()
                }
            }
        } onCancel: {
            Self.end(task, CancellationError(), lane)
        }
    }

    /// Ends every request under way; later ones throw ``HTTPFailure/closed``.
    package func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for (task, lane) in tasks { Self.end(task, HTTPFailure.closed, lane) }
    }

    private static func end(_ task: URLSessionTask, _ error: any Error, _ lane: Lane) {
        lane.collector.finish(task.taskIdentifier, .failure(error))
        task.cancel()
    }
}

extension URLRequest {
    fileprivate init(_ call: HTTPCall) {
        self.init(url: call.url)
        httpMethod = call.method
        for (name, value) in call.headers { setValue(value, forHTTPHeaderField: name) }
        if let body = call.body {
            httpBody = Data(body)
            #if canImport(FoundationNetworking)
                // A connection that is closed after its answer is never kept; see `HTTPCall.keepsConnection`.
                if !call.keepsConnection { setValue("close", forHTTPHeaderField: "Connection") }
            #endif
        }
        httpShouldHandleCookies = false
        timeoutInterval = max(1, call.timeout / .seconds(1))
    }
}
