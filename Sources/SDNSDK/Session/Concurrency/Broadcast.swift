import Synchronization

/// Hands values to every subscriber in the same order. A subscriber that is slow loses nothing; what it has not read waits in memory.
final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var last = 0
        var isFinished = false
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
    }
    private let state = Mutex(State())

    var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    func subscribe() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .unbounded)
        let number = state.withLock { state -> Int? in
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

    func send(_ element: Element) {
        for subscriber in state.withLock({ Array($0.subscribers.values) }) { subscriber.yield(element) }
    }

    /// Ends every stream.
    func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}
