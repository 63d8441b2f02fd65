import SDNValues

/// The rule that says which failed requests are retried, how often, and for how long (SDN sheet 5.4).
package struct RetryRule: Sendable, Hashable {
    /// The greatest number of tries. Waits that a node asks for are not counted.
    package var maximumTries: Int
    /// The longest time between the first try and the beginning of the last try.
    package var maximumTime: Duration
    /// True when a request is repeated although the node may have acted on it.
    package var repeatsUnsureRequests: Bool
    /// True when a request is repeated after the time that a node's rate limit asks for. This does not count as a try.
    package var waitsForRateLimit: Bool

    /// Creates a rule.
    /// - Parameter waitsForRateLimit: Defaults to true when the rule allows more than one try.
    package init(
        maximumTries: Int, maximumTime: Duration, repeatsUnsureRequests: Bool, waitsForRateLimit: Bool? = nil
    ) {
        self.maximumTries = maximumTries
        self.maximumTime = maximumTime
        self.repeatsUnsureRequests = repeatsUnsureRequests
        self.waitsForRateLimit = waitsForRateLimit ?? (maximumTries > 1)
    }

    /// Four tries within three minutes.
    package static let standard = RetryRule(maximumTries: 4, maximumTime: .seconds(180), repeatsUnsureRequests: true)
    /// The same as ``standard``, but a request is repeated only if it was not sent. The rule is for calls that must not take effect twice, such as
    /// creating a room or logging in.
    package static let ifNotSent = RetryRule(maximumTries: 4, maximumTime: .seconds(180), repeatsUnsureRequests: false)
    /// Two tries within half a minute, for files that the outbox sends. The outbox repeats them itself, with waits of its own, so both numbers of
    /// tries multiply. A file whose first try took longer is sent again by the outbox alone.
    package static let twice = RetryRule(maximumTries: 2, maximumTime: .seconds(30), repeatsUnsureRequests: true)
    /// One try, for requests that are useless when they are late.
    package static let once = RetryRule(maximumTries: 1, maximumTime: .zero, repeatsUnsureRequests: false)
    /// The same as ``once``, but a request that a rate limit refused is repeated. The rule is for syncs whose failure the app would see.
    package static let onceAllowed = RetryRule(
        maximumTries: 1, maximumTime: .zero, repeatsUnsureRequests: false, waitsForRateLimit: true)

    /// The limit for waits that a node demands. The client waits only if the wait is shorter than this limit. It gives up when the call has
    /// lasted this long.
    private static let longestWait = Duration.seconds(20)
    /// The wait when a node has refused a request because of a rate limit and has named no time.
    private static let unsaidWait = Duration.seconds(5)

    /// Returns the wait before the next try; `nil` when there is none.
    func pause(after error: any Error, tries: Int, age: Duration, jitter: (Duration) -> Duration) -> Duration? {
        if let error = error as? MXError, !isFromProxy(error.httpStatus) {
            let wait = error.retryAfter ?? Self.unsaidWait
            guard waitsForRateLimit, error == .limitExceeded, wait >= .zero, age < Self.longestWait else { return nil }
            let pause = max(wait, .milliseconds(50))
            return pause < Self.longestWait ? pause : nil
        }
        guard tries < maximumTries, isTransient(error) else { return nil }
        let pause = Duration.milliseconds(500 << Int64(min(tries, 6))) + jitter(.seconds(1))
        return age + pause < maximumTime ? pause : nil
    }

    private func isTransient(_ error: any Error) -> Bool {
        if error is CancellationError { return false }
        if error is MXError { return repeatsUnsureRequests }
        // An app's own transport may throw any error. Such an error is treated like a lost connection.
        guard let error = error as? SDNSDKError else { return repeatsUnsureRequests }
        switch error.code {
        case .cannotConnect: return true
        case .connectionLost, .timedOut: return repeatsUnsureRequests
        case .httpStatus: return repeatsUnsureRequests && isFromProxy(error.httpStatus)
        default: return false
        }
    }

    /// True for the statuses with which a proxy says that it cannot reach the node, with or without a Matrix error body.
    private func isFromProxy(_ status: Int?) -> Bool { status.map([502, 503, 504].contains) ?? false }
}
