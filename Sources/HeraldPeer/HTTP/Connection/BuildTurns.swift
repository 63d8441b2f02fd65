import HeraldLocks

/// Limits how many large responses are built at once. Other requests wait for their turn. The next turn belongs to the address with the fewest builds
/// in progress. If several addresses have equally few, the request that has waited longest is next.
package final class BuildTurns: Sendable {
    /// The waiter of a request's task. It receives true when it is the request's turn, and false when the task was cancelled first.
    private typealias Waiting = (key: String, element: Waiter<Bool>)

    /// Too many requests of this address wait.
    package struct Full: Error {}

    private let limits: AnswerLimits
    private let state: Mutex<TurnQueue<String, Waiter<Bool>>>

    package init(limits: AnswerLimits) {
        self.limits = limits
        state = Mutex(TurnQueue(atOnce: limits.buildsAtOnce, perKey: limits.buildsPerAddress))
    }

    /// The number of waiting requests; for tests.
    package var waiting: Int { state.withLock(\.count) }

    /// Waits for a turn, and then runs `work`.
    /// - Parameters:
    ///   - key: the key under which limits count the client.
    ///   - isBegun: true when the response has already begun, so that it must not be refused. Defaults to `false`.
    /// - Throws: ``Full``, the errors of `work`, and `CancellationError`.
    package func take<Answer>(
        _ key: String, isBegun: Bool = false, isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        guard try await wait(key, isBegun) else { throw CancellationError() }
        defer { finish(key) }
        try Task.checkCancellation()
        return try await work()
    }

    private func wait(_ key: String, _ isBegun: Bool) async throws -> Bool {
        let waiter = Waiter<Bool>()
        let (number, next) = try state.withLock { state in
            let isFull = !isBegun && state.count(of: key) >= limits.waitingPerAddress && !state.hasPlace(for: key)
            if isFull { throw Full() }
            let number = state.append(waiter, of: key)
            return (number, Self.admit(&state))
        }
        start(next)
        if await waiter.wait(orWhenCancelled: false) { return true }
        state.withLock { $0.remove(number, of: key) }
        return false
    }

    /// Lets waiting requests begin to build. If the task of one request was cancelled at the same moment, the next request builds in its
    /// place.
    private func start(_ admitted: [Waiting]) {
        var rest = admitted[...]
        while let next = rest.popFirst() {
            if !next.element.resume(returning: true) { rest += free(next.key) }
        }
    }

    private func finish(_ key: String) { start(free(key)) }

    /// Records that a build for a key has ended.
    /// - Returns: the waiting requests that may now build.
    private func free(_ key: String) -> [Waiting] {
        state.withLock { state in
            state.end(key)
            return Self.admit(&state)
        }
    }

    private static func admit(_ state: inout TurnQueue<String, Waiter<Bool>>) -> [Waiting] {
        var admitted: [Waiting] = []
        while let next = state.begin() { admitted.append(next) }
        return admitted
    }
}
