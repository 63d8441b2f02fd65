#if !os(Linux)
import Foundation
import HeraldLocks

/// Sends HTTP through Foundation's `URLSession`.
final class SessionCarrier: Sendable {
    private let session: CarrierSession
    /// The session for this machine. A session has one setting of proxies for all its calls.
    private let localSession: CarrierSession

    init(acceptsCertificate: (@Sendable (Data) -> Bool)?, usesProxies: Bool) {
        localSession = CarrierSession(acceptsCertificate: acceptsCertificate, usesProxies: false)
        session =
            usesProxies ? CarrierSession(acceptsCertificate: acceptsCertificate, usesProxies: true) : localSession
    }

    func send(_ call: HTTPCall) async throws -> HTTPAnswer {
        try await (call.isToThisMachine ? localSession : session).send(call)
    }

    func close() {
        session.close()
        localSession.close()
    }
}

/// One `URLSession` and its calls under way.
private final class CarrierSession: Sendable {
    private struct State {
        var isClosed = false
        var tasks: [ObjectIdentifier: URLSessionTask] = [:]
    }

    private let state = Mutex(State())
    private let session: URLSession
    private let collector: AnswerCollector

    init(acceptsCertificate: (@Sendable (Data) -> Bool)?, usesProxies: Bool) {
        let configuration = URLSessionConfiguration.ephemeral
        if !usesProxies { configuration.connectionProxyDictionary = [:] }
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        // A long poll occupies one connection for half a minute. The other connections serve all other requests.
        configuration.httpMaximumConnectionsPerHost = 16
        collector = AnswerCollector(acceptsCertificate)
        session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
    }

    // The session must be invalidated, because it retains its delegate and itself until then.
    deinit { session.finishTasksAndInvalidate() }

    func send(_ call: HTTPCall) async throws -> HTTPAnswer {
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
        let made = state.withLock { state -> URLSessionDataTask? in
            // Foundation crashes when a task is created for an invalidated session. A task is therefore created under the lock with which
            // the client is closed.
            guard !state.isClosed else { return nil }
            let task =
                call.bodyStream == nil
                ? session.dataTask(with: native) : session.uploadTask(withStreamedRequest: native)
            state.tasks[ObjectIdentifier(task)] = task
            return task
        }
        guard let task = made else { throw HTTPFailure.closed }
        defer { state.withLock { $0.tasks[ObjectIdentifier(task)] = nil } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                collector.begin(task, call, continuation)
                if Task.isCancelled {
                    end(task, CancellationError())
                } else if state.withLock({ $0.isClosed }) {
                    end(task, HTTPFailure.closed)
                } else {
                    task.resume()
                }
            }
        } onCancel: {
            end(task, CancellationError())
        }
    }

    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { end(task, HTTPFailure.closed) }
    }

    private func end(_ task: URLSessionTask, _ error: any Error) {
        collector.finish(task.taskIdentifier, .failure(error))
        task.cancel()
    }
}

extension URLRequest {
    fileprivate init(_ call: HTTPCall) {
        self.init(url: call.url)
        httpMethod = call.method
        for (name, value) in call.headers { setValue(value, forHTTPHeaderField: name) }
        httpBody = call.body.map { Data($0) }
        // With the length, the body is not sent in chunks.
        if let stream = call.bodyStream { setValue(String(stream.size), forHTTPHeaderField: "Content-Length") }
        httpShouldHandleCookies = false
        timeoutInterval = max(1, min(call.timeout, call.connectTimeout ?? call.timeout) / .seconds(1))
    }
}
#endif
