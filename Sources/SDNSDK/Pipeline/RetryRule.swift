/// Which failures of a request are tried again, how often and how long (SDN sheet 5.4).
package struct RetryRule: Sendable, Hashable {
    /// How often a request is sent at most, waits that a node asks for not counted.
    package var maximumTries: Int
    /// How long after the first try the last one may begin.
    package var maximumTime: Duration
    /// Whether a request is repeated of which nobody knows whether the node acted on it.
    package var repeatsUnsureRequests: Bool

    package init(maximumTries: Int, maximumTime: Duration, repeatsUnsureRequests: Bool) {
        self.maximumTries = maximumTries
        self.maximumTime = maximumTime
        self.repeatsUnsureRequests = repeatsUnsureRequests
    }

    /// Four tries within three minutes.
    package static let standard = RetryRule(maximumTries: 4, maximumTime: .seconds(180), repeatsUnsureRequests: true)
    /// As ``standard``, but only while the request did not leave: for a room creation or a login, which twice is not once.
    package static let ifNotSent = RetryRule(maximumTries: 4, maximumTime: .seconds(180), repeatsUnsureRequests: false)
    /// One try: for what is stale when it comes late.
    package static let once = RetryRule(maximumTries: 1, maximumTime: .zero, repeatsUnsureRequests: false)

    /// A node's demand to wait is met when it is shorter than this, and for a call that is younger than this.
    private static let patience = Duration.seconds(20)
    /// How long to wait when a node says that it is too much and not how long.
    private static let unsaidWait: Int64 = 5_000

    /// How long to wait before the next try; `nil` when there is none.
    func pause(after error: any Error, tries: Int, age: Duration, jitter: (Duration) -> Duration) -> Duration? {
        guard maximumTries > 1 else { return nil }
        if let error = error as? MXError, !isFromProxy(error.httpStatus) {
            let wait = error.retryAfterMilliseconds ?? Self.unsaidWait
            guard error == .limitExceeded, wait >= 0, age < Self.patience else { return nil }
            let pause = Duration.milliseconds(max(wait, 50))
            return pause < Self.patience ? pause : nil
        }
        guard tries < maximumTries, isTransient(error) else { return nil }
        let pause = Duration.milliseconds(500 << Int64(min(tries, 6))) + jitter(.seconds(1))
        return age + pause < maximumTime ? pause : nil
    }

    private func isTransient(_ error: any Error) -> Bool {
        if error is CancellationError { return false }
        if error is MXError { return repeatsUnsureRequests }
        // A transport of the app's own may throw what it likes: that counts as a lost connection.
        guard let error = error as? SDNSDKError else { return repeatsUnsureRequests }
        switch error.code {
        case .cannotConnect: return true
        case .connectionLost, .timedOut: return repeatsUnsureRequests
        case .httpStatus: return repeatsUnsureRequests && isFromProxy(error.httpStatus)
        default: return false
        }
    }

    /// What a proxy says when it cannot reach the node behind it, with or without a Matrix error body.
    private func isFromProxy(_ status: Int?) -> Bool { status.map([502, 503, 504].contains) ?? false }
}
