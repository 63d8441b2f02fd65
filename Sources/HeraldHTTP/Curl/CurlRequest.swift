#if canImport(CCurl)
import HeraldLocks

/// A response, and the target of its redirect if it is one.
struct CurlReply: Sendable {
    let answer: HTTPAnswer
    let location: String?
}

/// One call under way, as other threads see it. Only the first result counts: the response, the deadline, the cancellation of the task, or the
/// closing of the client.
final class CurlRequest: Sendable {
    let call: HTTPCall
    let usesProxies: Bool
    /// The deadline of the whole exchange.
    let end: ContinuousClock.Instant?
    private let waiter = Waiter<Result<CurlReply, any Error>>()

    init(_ call: HTTPCall, usesProxies: Bool, end: ContinuousClock.Instant?) {
        self.call = call
        self.usesProxies = usesProxies
        self.end = end
    }

    /// Returns the result when there is one.
    func result() async -> Result<CurlReply, any Error> { await waiter.wait() }

    /// Delivers the result. Returns `false` when there was one already.
    @discardableResult
    func finish(_ result: Result<CurlReply, any Error>) -> Bool { waiter.resume(returning: result) }

    var isOver: Bool { waiter.isOver }
}
#endif
