import HeraldLocks

/// Sends values to all subscribers in the same order. Values that a slow subscriber has not read wait in memory, up to a limit. When the limit is
/// reached, the subscriber's sequence ends after the waiting values. The subscriber thereby notices that it has missed values.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct State {
        var last = 0
        var isFinished = false
        var subscribers: [Int: AsyncStream<Element>.Continuation] = [:]
    }
    private let state = Mutex(State())
    private let limit: Int

    /// Creates a broadcast.
    /// - Parameter limit: the number of values that may wait for one subscriber. The default is more than a large first sync brings at once.
    package init(limit: Int = 1 << 18) { self.limit = limit }

    package var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    package func subscribe() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingOldest(limit))
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

    package func send(_ element: Element) {
        for (number, subscriber) in state.withLock({ $0.subscribers }) {
            guard case .dropped = subscriber.yield(element) else { continue }
            remove(number)
            subscriber.finish()
        }
    }

    /// Ends all streams.
    package func finish() {
        let subscribers = state.withLock { state in
            state.isFinished = true
            defer { state.subscribers = [:] }
            return Array(state.subscribers.values)
        }
        for subscriber in subscribers { subscriber.finish() }
    }
}
