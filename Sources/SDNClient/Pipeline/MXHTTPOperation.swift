import HeraldLocks

/// A running call that was started through a closure form (SDN sheet 4.3).
///
/// ```swift
/// let operation = client.getContactsList(withUserId: userId, success: { print($0) }, failure: { print($0) })
/// operation.maxNumberOfTries = 2
/// operation.cancel()   // failure gets a CancellationError, unless the call has finished already
/// ```
public final class MXHTTPOperation: Sendable {
    private struct State {
        var isCancelled = false
        var cancelWork: (@Sendable () -> Void)?
        var successor: MXHTTPOperation?
        var tries: UInt = 0
        var maximumTries = UInt(RetryRule.standard.maximumTries)
        var maximumTime: UInt = 180_000
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now

    private var successor: MXHTTPOperation? { state.withLock { $0.successor } }

    /// The operation that started the current task.
    @TaskLocal package static var running: MXHTTPOperation?

    package init() {}

    /// Cancels the call. Its completion gets `CancellationError`, unless the call has finished already.
    public func cancel() {
        let (work, successor) = state.withLock { state in
            state.isCancelled = true
            return (state.cancelWork, state.successor)
        }
        work?()
        successor?.cancel()
    }

    /// True after ``cancel()`` was called. A call that had finished before keeps its result.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// The time since the call began, in milliseconds. If this operation stands for another one, its age is that of the other operation.
    public var age: UInt {
        if let successor { return successor.age }
        let seconds = (ContinuousClock.now - start) / .milliseconds(1)
        return UInt(max(0, seconds))
    }

    /// The number of requests sent so far.
    public var numberOfTries: UInt { successor?.numberOfTries ?? state.withLock { $0.tries } }

    /// The most times that a request is sent if the connection fails.
    public var maxNumberOfTries: UInt {
        get { successor?.maxNumberOfTries ?? state.withLock { $0.maximumTries } }
        set {
            if let successor { return successor.maxNumberOfTries = newValue }
            state.withLock { $0.maximumTries = newValue }
        }
    }

    /// The time after the start of the call during which a failed request is retried, in milliseconds.
    public var maxRetriesTime: UInt {
        get { successor?.maxRetriesTime ?? state.withLock { $0.maximumTime } }
        set {
            if let successor { return successor.maxRetriesTime = newValue }
            state.withLock { $0.maximumTime = newValue }
        }
    }

    /// Makes this operation stand for `operation` from now on. Cancelling this operation then cancels both, and ``age``, ``numberOfTries``
    /// and the two limits are those of `operation` (SDN sheet 9.1, 5). With `nil` this operation stands for itself again.
    public func mutate(to operation: MXHTTPOperation?) {
        // If `operation` already stands for this operation, nothing changes. Otherwise the two would refer to each other endlessly.
        var other = operation
        while let next = other {
            if next === self { return }
            other = next.successor
        }
        let isCancelled = state.withLock { state in
            state.successor = operation
            return state.isCancelled
        }
        if isCancelled { operation?.cancel() }
    }

    /// Sets the closure that cancels the work. Calls it at once if the operation was cancelled before.
    package func attach(_ cancelWork: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancelWork = cancelWork
            return state.isCancelled
        }
        if isCancelled { cancelWork() }
    }

    func noteTry() { state.withLock { $0.tries &+= 1 } }

    /// Returns `rule` with the limits of this operation. The result never allows more than `rule` does.
    func limited(_ rule: RetryRule) -> RetryRule {
        let (tries, time) = state.withLock { ($0.maximumTries, $0.maximumTime) }
        var rule = rule
        rule.maximumTries = min(rule.maximumTries, Int(clamping: tries))
        if tries < 2 { rule.waitsForRateLimit = false }
        rule.maximumTime = min(rule.maximumTime, .milliseconds(Int64(clamping: time)))
        return rule
    }
}
