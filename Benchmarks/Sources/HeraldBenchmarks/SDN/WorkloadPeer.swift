import Foundation
import SDNSDK
import Synchronization

/// A node that answers from memory, so that what is measured is the client alone: a first sync, then incremental ones, then none.
final class WorkloadPeer: HTTPTransport {
    private struct State {
        var initial: [UInt8]
        var served = 0
        var waiting: [CheckedContinuation<TransportResponse, any Error>] = []
        var isClosed = false
    }
    private let state: Mutex<State>
    private let increments: Int
    private let makeIncrement: @Sendable (Int) -> [UInt8]
    private let makePage: @Sendable (Int) -> [UInt8]
    /// Signalled when the client requests the changes after the last increment. Then everything before is stored.
    private let done = AsyncStream<Void>.makeStream()

    init(
        initial: [UInt8], increments: Int = 0, makeIncrement: @escaping @Sendable (Int) -> [UInt8] = { _ in [] },
        makePage: @escaping @Sendable (Int) -> [UInt8] = { _ in [] }
    ) {
        state = Mutex(State(initial: initial))
        self.increments = increments
        self.makeIncrement = makeIncrement
        self.makePage = makePage
    }

    /// Returns when every sync was asked for and the client waits for another.
    func everythingWasServed() async {
        for await _ in done.stream { return }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = request.url.path
        if path.hasSuffix("/sync") { return try await sync() }
        if path.hasSuffix("/messages") {
            let query = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            let from =
                query.first { $0.name == "from" }?.value.flatMap { $0.hasPrefix("p") ? Int($0.dropFirst()) : nil } ?? 0
            return answer(makePage(from))
        }
        if path.contains("/filter") { return answer(Array(#"{"filter_id":"1"}"#.utf8)) }
        return answer(Array("{}".utf8))
    }

    private func sync() async throws -> TransportResponse {
        let number = state.withLock { state in
            defer { state.served += 1 }
            return state.served
        }
        if number == 0 {
            return answer(
                state.withLock { state in
                    defer { state.initial = [] }
                    return state.initial
                })
        }
        if number <= increments { return answer(makeIncrement(number)) }
        done.continuation.yield(())
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isClosed { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isOver || Task.isCancelled { release() }
                if isOver { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            release()
        }
    }

    private func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(throwing: CancellationError()) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        release()
    }

    private func answer(_ body: [UInt8]) -> TransportResponse {
        TransportResponse(status: 200, headers: ["content-type": "application/json"], body: body)
    }
}
