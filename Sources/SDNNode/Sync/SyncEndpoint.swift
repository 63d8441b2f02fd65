import SDNWire

extension RoomService {
    /// The longest that a poll waits; below the time-out of every client (SDN sheet 7.3).
    private static let longestPoll = 60_000

    /// What is new since a token. Without news it waits, for `timeout` milliseconds at most or until the access token ends.
    func sync(_ request: SyncRequest, _ caller: Caller) async throws -> LongAnswer {
        let deadline = ContinuousClock.now + .milliseconds(min(request.timeout, Self.longestPoll))
        let token = try request.since.map { try StreamToken($0, field: "since") }
        let since = token?.position
        let said = try PresenceState(request.setPresence ?? PresenceState.online.rawValue, field: "set_presence")
        let filter = try await resolveFilter(request.filter, caller)
        let memory = filter.state.lazyLoadMembers ? lazyMembers.known(to: caller, since: token) : nil
        let plan = SyncPlan(
            caller: caller, filter: filter, since: since, live: token?.live, toDevice: token?.toDevice, fullState: request.fullState,
            known: memory?.members ?? [:],
            keyLimits: services.configuration.keyLimits, ignored: services.ignored,
            matchers: SyncMatchers(filter, work: PatternWork(allowance: services.configuration.filterLimits.work)))
        let live = services.live
        // Who says "offline" is not there because of this sync; that does not take them away either.
        if said != .offline { try await live.beginPoll(caller.userID, as: presence(said, of: caller)) }
        defer { if said != .offline { live.endPoll(caller.userID) } }
        if let taken = plan.toDevice ?? since { try await forgetTaken(upTo: taken, caller) }
        while true {
            // Registered before the read, so that no commit falls in between.
            let waiter = services.notifier.register(caller.userID)
            defer { services.notifier.remove(waiter) }
            try await live.endWhatIsOver()
            let (now, news) = (services.now(), live.news(since: token?.live))
            let (first, answer) = try await read { db in
                // In the snapshot of the answer: what is committed after a logout is not for who was logged out.
                try AccessTokens.requireAlive(caller, in: db)
                var answer = try SyncAnswer(plan, live: live, news: news, now: now, in: db), out: [UInt8] = []
                try answer.write(to: &out, upTo: SyncParts.first, in: db)
                return (out, answer)
            }
            let rest = SyncParts(rooms: self, caller: caller, request: memory?.request, answer: answer)
            // What is that long tells something.
            guard answer.isDone else { return LongAnswer(first, then: rest) }
            let isLast = since == nil || request.fullState || answer.hasNews || ContinuousClock.now >= deadline || Task.isCancelled
            if isLast || services.notifier.isShutDown {
                rest.note()
                return LongAnswer(first)
            }
            await waiter.wait(until: deadline)
            if waiter.isGivenUp {
                rest.note()
                return LongAnswer(first)
            }
            // Others decide how often a poll is woken, and a filter whether it then has anything to tell.
            await services.limits.wait(for: .wake(user: caller.userID), until: deadline)
        }
    }

    /// What a sync makes of a user's presence: what it says, or what it was when that changed too often.
    private func presence(_ said: PresenceState, of caller: Caller) -> PresenceState {
        let before = services.live.presence(of: caller.userID)?.state ?? .offline
        guard said != before else { return said }
        do throws(MatrixError) {
            try services.limits.use(.presence(user: caller.userID))
            return said
        } catch {
            return before
        }
    }

    /// What a device comes back with the token of, it has. Most have nothing, and then nothing is written. A client may come back with the
    /// token of all that waits, hence the slices.
    private func forgetTaken(upTo position: Int64, _ caller: Caller) async throws {
        guard try await read({ db in try ToDeviceStore.hasTaken(caller, upTo: position, in: db) }) else { return }
        let begun = try await services.database.write { db in
            try ToDeviceStore.take(caller, upTo: position, in: db)
            return try LeftoverFanOut.begin(of: caller.userID, services, in: db)
        }
        try await services.fanOuts.follow(begun)
    }
}

/// What a sync is asked for.
struct SyncPlan: Sendable {
    let caller: Caller
    let filter: SyncFilter
    let since: Int64?
    /// Where the client is in what is not kept.
    let live: LivePosition?
    /// Up to where the device has its messages, when that is not `since`.
    let toDevice: Int64?
    let fullState: Bool
    /// The members that the device has already been sent.
    let known: LazyMemberMemory.Members
    let keyLimits: KeyLimits
    let ignored: IgnoredSenders
    /// The filter's lists, and what matching them may cost in this request.
    let matchers: SyncMatchers
}
