#if canImport(CCurl)
import Synchronization

/// A response, and the target of its redirect if it is one.
struct CurlReply: Sendable {
    let answer: HTTPAnswer
    let location: String?
}

/// One call under way, as other threads see it. Only the first result counts: the response, the deadline, the cancellation of the task, or the
/// closing of the client.
final class CurlTicket: Sendable {
    private enum State {
        case made
        case waiting(CheckedContinuation<CurlReply, any Error>)
        /// A result came before anybody waited for it.
        case early(Result<CurlReply, any Error>)
        case over
    }

    let call: HTTPCall
    let usesProxies: Bool
    /// The deadline of the whole exchange.
    let end: ContinuousClock.Instant?
    private let state = Mutex(State.made)

    init(_ call: HTTPCall, usesProxies: Bool, end: ContinuousClock.Instant?) {
        self.call = call
        self.usesProxies = usesProxies
        self.end = end
    }

    /// Stores the waiting continuation. Returns `false` when the call has already ended.
    func wait(_ continuation: CheckedContinuation<CurlReply, any Error>) -> Bool {
        let ended = state.withLock { state -> Result<CurlReply, any Error>? in
            guard case .early(let result) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .over
            return result
        }
        guard let ended else { return true }
        continuation.resume(with: ended)
        return false
    }

    /// Delivers the result. Returns `false` when there was one already.
    @discardableResult
    func finish(_ result: Result<CurlReply, any Error>) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<CurlReply, any Error>?) in
            switch state {
            case .early, .over: return (false, nil)
            case .made:
                state = .early(result)
                return (true, nil)
            case .waiting(let continuation):
                state = .over
                return (true, continuation)
            }
        }
        waiting?.resume(with: result)
        return isFirst
    }

    var isOver: Bool {
        state.withLock { state in
            switch state {
            case .made, .waiting: false
            case .early, .over: true
            }
        }
    }
}
#endif
