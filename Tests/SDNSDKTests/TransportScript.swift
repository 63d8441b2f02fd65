import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire

/// A transport that answers from a list and remembers what was asked.
final class ScriptedTransport: HTTPTransport {
    enum Step: Sendable {
        case answer(Int, String, headers: [String: String] = [:])
        case bytes(Int, [UInt8])
        case fail(any Error)
        /// Answers when the task is cancelled.
        case silence
    }

    private struct State {
        var steps: [Step]
        var requests: [TransportRequest] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state: Mutex<State>

    init(_ steps: [Step]) { state = Mutex(State(steps: steps)) }

    var requests: [TransportRequest] { state.withLock { $0.requests } }
    var last: TransportRequest? { requests.last }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (step, ready) = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let ready = state.waiting.filter { $0.count <= count }.map(\.continuation)
            state.waiting.removeAll { $0.count <= count }
            return (state.steps.isEmpty ? nil : state.steps.removeFirst(), ready)
        }
        for continuation in ready { continuation.resume() }
        switch step {
        case .answer(let status, let body, let headers):
            return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        case .bytes(let status, let body): return TransportResponse(status: status, body: body)
        case .fail(let error): throw error
        case .silence:
            let (stream, end) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            end.finish()
            throw CancellationError()
        case nil: throw SDNSDKError(.unknownHost, reason: "the script is over")
        }
    }

    func close() {}

    /// Returns when so many requests have come.
    func received(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.requests.count >= count { return true }
                state.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}

/// A clock that stands still until a task sleeps on it.
final class ManualClock: Sendable {
    private let state = Mutex<(now: Duration, sleeps: [Duration])>((.zero, []))

    /// Milliseconds since 1970 when the clock was started.
    static let start: UInt64 = 1_700_000_000_000

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func advance(_ time: Duration) { state.withLock { $0.now += time } }

    var retryClock: RetryClock {
        RetryClock(
            now: { self.state.withLock { $0.now } },
            sleep: { time in
                try Task.checkCancellation()
                self.state.withLock { state in
                    state.now += time
                    state.sleeps.append(time)
                }
            },
            jitter: { _ in .zero },
            wall: { Timestamp(published: Self.start) + self.state.withLock { $0.now } })
    }
}

extension MXRestClient {
    /// A client of a node that is a script.
    static func scripted(
        _ transport: ScriptedTransport, clock: ManualClock = ManualClock(), token: String? = "the-token",
        options: MXSDKOptions = MXSDKOptions(),
        apiRoot: APIRoot? = nil, unauthenticatedHandler: MXRestClientUnauthenticatedHandler? = nil
    ) -> MXRestClient {
        let credentials = MXCredentials(node: "http://node.example/", userId: "@me:node.example", accessToken: token)
        let client = MXRestClient(
            credentials: credentials, unauthenticatedHandler: unauthenticatedHandler, apiRoot: apiRoot,
            transport: transport, options: options,
            clock: clock.retryClock)
        client.completionQueue = DispatchQueue(label: "test.completion")
        return client
    }
}
