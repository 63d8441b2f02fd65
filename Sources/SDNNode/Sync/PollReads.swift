import SDNWire

/// The answer of one read of a poll.
struct Polled<Answer> {
    let answer: Answer
    /// True if the client should receive the answer now.
    let isNews: Bool
    /// The answer's token if it leaves nothing to read or to confirm; otherwise `nil`.
    let next: StreamToken?
    /// Is called before the answer is sent.
    let isSent: () -> Void

    init(_ answer: Answer, isNews: Bool, next: StreamToken? = nil, isSent: @escaping () -> Void = {}) {
        (self.answer, self.isNews, self.next, self.isSent) = (answer, isNews, next, isSent)
    }
}

/// The parameters of a poll, and the reads that answer it. It is a class, so that a poll that waits holds one reference and not all parameters.
final class PollReads<Answer: Sendable>: Sendable {
    let caller: Caller
    /// The presence that the request sets.
    let said: PresenceState
    let deadline: ContinuousClock.Instant
    private let services: NodeServices
    /// The client's position in typing and presence.
    private let position: LivePosition?
    /// The token of the request, if an answer is needed only for what is newer.
    private let token: StreamToken?
    private let read: @Sendable (LiveNews) async throws -> Polled<Answer>

    init(
        _ services: NodeServices, _ caller: Caller, as said: PresenceState, until deadline: ContinuousClock.Instant,
        since position: LivePosition?, after token: StreamToken? = nil,
        _ read: @escaping @Sendable (LiveNews) async throws -> Polled<Answer>
    ) {
        (self.services, self.caller, self.said, self.deadline) = (services, caller, said, deadline)
        (self.position, self.token, self.read) = (position, token, read)
    }

    /// Reads for the first time, and returns the answer if the client should receive it now. Reads nothing if the client has the answer already.
    ///
    /// A task keeps the memory that it has needed once. The read therefore has a task of its own, because the poll's task waits afterwards.
    @inline(never)
    func firstAnswer(_ waiter: StreamWaiter, writes: UInt64) async throws -> Answer? {
        let hasRead = services.notifier.hasRead(token, caller.tokenID, waiter, writes: writes)
        if hasRead, ContinuousClock.now < deadline { return nil }
        return try await withThrowingTaskGroup { group in
            group.addTask { try await self.answer(waiter, writes: writes) }
            return try await group.next() ?? nil
        }
    }

    /// Reads once, and returns the answer if the client should receive it now. An answer without news is not kept during the wait.
    /// - Parameters:
    ///   - writes: the number of writes that had ended before the read.
    ///   - always: true if the client should receive any answer. Defaults to `false`.
    @inline(never)
    func answer(_ waiter: StreamWaiter, writes: UInt64, always: Bool = false) async throws -> Answer? {
        let polled = try await read(services.live.news(since: position))
        guard always || polled.isNews || isOver else { return nil }
        polled.isSent()
        if let next = polled.next { services.notifier.remember(next, to: caller.tokenID, waiter, writes: writes) }
        return polled.answer
    }

    /// True if the client should receive an answer even if it has no news.
    private var isOver: Bool {
        ContinuousClock.now >= deadline || Task.isCancelled || services.notifier.isShutDown
    }
}
