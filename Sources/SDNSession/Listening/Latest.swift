import HeraldLocks

/// A value with subscribers. Each subscriber gets the current value and then each new value. A subscriber that reads too slowly gets only
/// the newest value.
package final class Latest<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var last = 0
        var isFinished = false
        var subscribers: [Int: AsyncStream<Value>.Continuation] = [:]
    }
    private let state: Mutex<State>

    package init(_ value: Value) { state = Mutex(State(value: value)) }

    package var value: Value { state.withLock { $0.value } }
    package var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    package func subscribe() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            // The value is yielded under the lock, so that no newer value overtakes it.
            continuation.yield(state.value)
            guard !state.isFinished else { return nil }
            state.last += 1
            state.subscribers[state.last] = continuation
            return state.last
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) { _ = state.withLock { $0.subscribers.removeValue(forKey: number) } }

    package func send(_ value: Value) { change { $0 = value } }

    /// Changes the value in one step, and sends it.
    package func change(_ body: (inout Value) -> Void) {
        changeIfWanted { value in
            body(&value)
            return true
        }
    }

    /// Changes the value in one step, and sends it if `body` returns true.
    fileprivate func changeIfWanted(_ body: (inout Value) -> Bool) {
        state.withLock { state in
            guard body(&state.value) else { return }
            let value = state.value
            for subscriber in state.subscribers.values { subscriber.yield(value) }
        }
    }

    /// Ends all sequences. The value can still be read.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}

extension Latest where Value: Equatable {
    /// Replaces the value by the one that `make` returns, and sends it if it is another one. No other change happens meanwhile, so a value that was
    /// made earlier never replaces one that was made later. `make` must not use this object.
    package func renew(_ make: () -> Value) {
        changeIfWanted { value in
            let new = make()
            guard new != value else { return false }
            value = new
            return true
        }
    }
}
