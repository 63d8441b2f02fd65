/// A task that waits for a value. The first value counts, and it may come before the wait begins. Only one task may wait, and only once.
///
/// It is public, because the compiler specialises only public code in other modules.
public final class Waiter<Value: Sendable>: Sendable {
    @usableFromInline enum State {
        case made
        case waiting(CheckedContinuation<Value, Never>)
        /// The value came before anybody waited for it.
        case early(Value)
        case over
    }

    @usableFromInline let state = Mutex(State.made)

    @inlinable public init() {}

    /// True when there is a value.
    @inlinable public var isOver: Bool {
        state.withLock { state in
            switch state {
            case .made, .waiting: false
            case .early, .over: true
            }
        }
    }

    /// Ends the wait with a value.
    /// - Returns: false when there was a value already, for example because the waiting task was cancelled. If the value stands for
    ///   something, such as a turn, the caller must then give it to another task.
    @inlinable @discardableResult
    public func resume(returning value: Value) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Value, Never>?) in
            switch state {
            case .early, .over: return (false, nil)
            case .made:
                state = .early(value)
                return (true, nil)
            case .waiting(let continuation):
                state = .over
                return (true, continuation)
            }
        }
        waiting?.resume(returning: value)
        return isFirst
    }

    /// Waits for the value, also when the task is cancelled.
    @inlinable
    public func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Value? in
                guard case .early(let value) = state else {
                    state = .waiting(continuation)
                    return nil
                }
                state = .over
                return value
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    /// Waits for the value.
    /// - Parameter cancelled: the value if the task is cancelled first.
    @inlinable
    public func wait(orWhenCancelled cancelled: Value) async -> Value {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            resume(returning: cancelled)
        }
    }
}

extension Waiter where Value == Void {
    /// Ends the wait.
    @inlinable @discardableResult
    public func resume() -> Bool { resume(returning: ()) }
}
