#if canImport(CCurl)
    import Synchronization

    /// An answer, and where it points to when it is a redirect.
    struct CurlReply: Sendable {
        let answer: HTTPAnswer
        let location: String?
    }

    /// One call on its way, as seen from outside the engine's thread. The first result counts: the answer's, the deadline's, that of the
    /// task that was cancelled, or of the client that was closed.
    final class CurlTicket: Sendable {
        private enum State {
            case made
            case waiting(CheckedContinuation<CurlReply, any Error>)
            /// There was a result before anybody waited.
            case early(Result<CurlReply, any Error>)
            case over
        }

        let call: HTTPCall
        let usesProxies: Bool
        /// When the whole exchange has to be over.
        let end: ContinuousClock.Instant?
        private let state = Mutex(State.made)

        init(_ call: HTTPCall, usesProxies: Bool, end: ContinuousClock.Instant?) {
            self.call = call
            self.usesProxies = usesProxies
            self.end = end
        }

        /// Takes whoever waits; `false` when the call was ended before it began.
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

        /// Hands the result over; `false` when there was one already.
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
