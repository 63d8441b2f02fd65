import HeraldLocks

/// Limits how many large responses are built at once. Other requests wait for their turn. The next turn belongs to the address with the fewest builds
/// in progress. If several addresses have equally few, the request that has waited longest is next.
package final class BuildTurns: Sendable {
    private struct Waiting {
        let key: String
        let turn: UInt64
        /// The waiter of the request's task. It receives true when it is the request's turn, and false when the task was cancelled first.
        let waiter: Waiter<Bool>
    }

    private struct State {
        var running = 0
        var runningByKey: [String: Int] = [:]
        var waiting: [Waiting] = []
        var turn: UInt64 = 0
    }

    /// Too many requests of this address wait.
    package struct Full: Error {}

    private let limits: AnswerLimits
    private let state = Mutex(State())

    package init(limits: AnswerLimits) { self.limits = limits }

    /// The number of waiting requests; for tests.
    package var waiting: Int { state.withLock(\.waiting.count) }

    /// Waits for a turn, and then runs `work`.
    /// - Parameters:
    ///   - key: the key under which limits count the client.
    ///   - isBegun: true when the response has already begun, so that it must not be refused. Defaults to `false`.
    /// - Throws: ``Full``, the errors of `work`, and `CancellationError`.
    package func take<Answer>(
        _ key: String, isBegun: Bool = false, isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Answer
    ) async throws -> Answer {
        let turn = state.withLock { state in
            state.turn += 1
            return state.turn
        }
        guard try await wait(key, turn, isBegun) else { throw CancellationError() }
        defer { finish(key) }
        try Task.checkCancellation()
        return try await work()
    }

    private func wait(_ key: String, _ turn: UInt64, _ isBegun: Bool) async throws -> Bool {
        let waiter = Waiter<Bool>()
        let next = try state.withLock { state in
            let isFull =
                !isBegun && state.waiting.count { $0.key == key } >= limits.waitingPerAddress
                && !hasPlace(for: key, in: state)
            if isFull { throw Full() }
            state.waiting.append(Waiting(key: key, turn: turn, waiter: waiter))
            return admit(&state)
        }
        start(next)
        if await waiter.wait(orWhenCancelled: false) { return true }
        state.withLock { state in state.waiting.removeAll { $0.turn == turn } }
        return false
    }

    /// Lets waiting requests begin to build. If the task of one request was cancelled at the same moment, the next request builds in its
    /// place.
    private func start(_ admitted: [Waiting]) {
        var rest = admitted[...]
        while let next = rest.popFirst() {
            if !next.waiter.resume(returning: true) { rest += free(next.key) }
        }
    }

    private func finish(_ key: String) { start(free(key)) }

    /// Records that a build for a key has ended.
    /// - Returns: the waiting requests that may now build.
    private func free(_ key: String) -> [Waiting] {
        state.withLock { state in
            state.running -= 1
            let left = (state.runningByKey[key] ?? 1) - 1
            state.runningByKey[key] = left == 0 ? nil : left
            return admit(&state)
        }
    }

    private func hasPlace(for key: String, in state: State) -> Bool {
        state.running < limits.buildsAtOnce && state.runningByKey[key, default: 0] < limits.buildsPerAddress
    }

    private func admit(_ state: inout State) -> [Waiting] {
        var admitted: [Waiting] = []
        while state.running < limits.buildsAtOnce {
            let candidates = state.waiting.enumerated().filter {
                state.runningByKey[$0.element.key, default: 0] < limits.buildsPerAddress
            }
            let byKey = state.runningByKey
            guard
                let next = candidates.min(by: {
                    (byKey[$0.element.key, default: 0], $0.element.turn) < (
                        byKey[$1.element.key, default: 0], $1.element.turn
                    )
                })
            else { break }
            let waiting = state.waiting.remove(at: next.offset)
            state.running += 1
            state.runningByKey[waiting.key, default: 0] += 1
            admitted.append(waiting)
        }
        return admitted
    }
}
