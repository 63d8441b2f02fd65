import Synchronization

/// A call under way that was started through a closure form (SDN sheet 4.3).
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

    /// The operation on whose behalf the current task runs.
    @TaskLocal static var running: MXHTTPOperation?

    init() {}

    /// Ends the call; its completion gets `CancellationError` unless it has finished already.
    public func cancel() {
        let (work, successor) = state.withLock { state in
            state.isCancelled = true
            return (state.cancelWork, state.successor)
        }
        work?()
        successor?.cancel()
    }

    /// Whether ``cancel()`` was called; a call that had finished before keeps its result.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Milliseconds since the call began; of the call that this operation stands for, when it stands for another.
    public var age: UInt {
        if let successor { return successor.age }
        let seconds = (ContinuousClock.now - start) / .milliseconds(1)
        return UInt(max(0, seconds))
    }

    /// How many requests have been sent so far.
    public var numberOfTries: UInt { successor?.numberOfTries ?? state.withLock { $0.tries } }

    /// How many requests may be sent when the connection fails.
    public var maxNumberOfTries: UInt {
        get { successor?.maxNumberOfTries ?? state.withLock { $0.maximumTries } }
        set {
            if let successor { return successor.maxNumberOfTries = newValue }
            state.withLock { $0.maximumTries = newValue }
        }
    }

    /// For how long after its begin a failed request is tried again, in milliseconds.
    public var maxRetriesTime: UInt {
        get { successor?.maxRetriesTime ?? state.withLock { $0.maximumTime } }
        set {
            if let successor { return successor.maxRetriesTime = newValue }
            state.withLock { $0.maximumTime = newValue }
        }
    }

    /// Makes this operation stand for `operation` from now on: cancelling it cancels both, and what it says of age and tries is said of
    /// `operation`, each value as it is there (SDN sheet 9.1 #5). With `nil` it stands for itself again.
    public func mutate(to operation: MXHTTPOperation?) {
        // One that stands for this one already would make a ring.
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

    /// Says how to end the work; ends it at once when the operation was cancelled before.
    func attach(_ cancelWork: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            state.cancelWork = cancelWork
            return state.isCancelled
        }
        if isCancelled { cancelWork() }
    }

    func noteTry() { state.withLock { $0.tries &+= 1 } }

    /// A rule made as strict as this operation asks; never more generous than the endpoint allows.
    func limited(_ rule: RetryRule) -> RetryRule {
        let (tries, time) = state.withLock { ($0.maximumTries, $0.maximumTime) }
        var rule = rule
        rule.maximumTries = min(rule.maximumTries, Int(clamping: tries))
        rule.maximumTime = min(rule.maximumTime, .milliseconds(Int64(clamping: time)))
        return rule
    }
}
