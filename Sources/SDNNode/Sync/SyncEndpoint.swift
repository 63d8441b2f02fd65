import SDNWire

extension RoomService {
    /// The longest that a poll waits; below the time-out of every client (SDN sheet 7.3).
    private static let longestPoll = 60_000

    /// What is new since a token. Without news it waits, for `timeout` milliseconds at most or until the access token ends.
    func sync(_ request: SyncRequest, _ caller: Caller) async throws -> RawJSON {
        let deadline = ContinuousClock.now + .milliseconds(min(request.timeout, Self.longestPoll))
        let since = try request.since.map { try StreamToken($0, field: "since").position }
        let filter = try await resolveFilter(request.filter, caller)
        let plan = SyncPlan(
            caller: caller, filter: filter, since: since, fullState: request.fullState,
            known: filter.state.lazyLoadMembers ? lazyMembers.known(to: caller, since: since) : [:])
        while true {
            // Registered before the read, so that no commit falls in between.
            let waiter = services.notifier.register(caller.userID)
            defer { services.notifier.remove(waiter) }
            let now = services.now()
            let answer = try await read { db in
                // In the snapshot of the answer: what is committed after a logout is not for who was logged out.
                try AccessTokens.requireAlive(caller, in: db)
                return try SyncAnswer.read(plan, now: now, in: db)
            }
            let isLast = since == nil || request.fullState || answer.hasNews || ContinuousClock.now >= deadline || Task.isCancelled
            if isLast || services.notifier.isShutDown {
                if filter.state.lazyLoadMembers { lazyMembers.note(answer.sent, to: caller, token: answer.token.position) }
                return RawJSON(assembled: answer.body)
            }
            await waiter.wait(until: deadline)
        }
    }
}

/// What a sync is asked for.
struct SyncPlan: Sendable {
    let caller: Caller
    let filter: SyncFilter
    let since: Int64?
    let fullState: Bool
    /// The members that the device has already been sent.
    let known: LazyMemberMemory.Members
}
