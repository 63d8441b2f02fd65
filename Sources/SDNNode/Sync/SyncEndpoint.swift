import HeraldPeer
import SDNWire

extension RoomService {
    /// The longest time that a poll waits. It is below the timeout of every client (SDN sheet 7.3).
    static let longestPoll = Duration.seconds(60)

    /// Returns what is new since a token. Without news it waits until `timeout` milliseconds have passed or the access token ends.
    /// - Parameter isSDN: true if the client called SendingNetwork's root, `/_api`. The node then leaves out no part of the answer, because
    ///   SendingNetwork's clients read some parts without a check (SDN sheet 7.3).
    func sync(_ request: SyncRequest, _ caller: Caller, isSDN: Bool) async throws -> LongAnswer {
        let deadline = ContinuousClock.now + min(request.timeout, Self.longestPoll)
        let token = try request.since.map { try StreamToken($0, field: "since") }
        let said = try PresenceState(request.setPresence ?? PresenceState.online.rawValue, field: "set_presence")
        let filter = try await resolveFilter(request.filter, caller)
        let (plan, number) = plan(of: request, filter, caller, since: token, isSDN: isSDN)
        return try await poll(
            caller, as: said, until: deadline, since: token?.live, after: plan.fullState ? nil : token
        ) { news in
            let now = services.now(), live = services.live
            let read: @Sendable (SyncSnapshot) throws -> (SyncStep, hasTaken: Bool) = { snapshot in
                // Other syncs may have read the snapshot before the token was written.
                if try !snapshot.isNew && plan.since ?? 0 > snapshot.position() { throw SharedReads.Outdated() }
                // The token is checked in the answer's snapshot. Commits after a logout must not reach the client that was logged out.
                let facts = try SyncFacts(plan, in: snapshot.db)
                let answer = try SyncAnswer(plan, facts, live: live, news: news, now: now, in: snapshot)
                return (try SyncStep(after: answer, upTo: SyncParts.first, facts, in: snapshot), facts.hasTaken)
            }
            // An answer with all rooms takes too long to share a snapshot.
            let isLong = plan.since == nil || plan.fullState
            let (step, hasTaken) =
                isLong
                ? try await self.read { db in try read(SyncSnapshot(db)) }
                : try await services.database.readTogether(read)
            // Most devices have taken nothing new, and nothing is written then. The read has checked that the token is not ahead of the stream.
            if hasTaken, let token { try await deleteTaken(upTo: token.toDevice ?? token.position, caller) }
            let rest = SyncParts(rooms: self, caller: caller, request: number, step: step)
            // An answer that is too long for its first part contains news, so it is sent at once.
            guard step.answer.isDone else { return Polled(LongAnswer(step.bytes, then: rest), isNews: true) }
            return Polled(
                LongAnswer(step.bytes), isNews: isLong || step.answer.hasNews,
                next: step.answer.leavesMessages ? nil : step.answer.token
            ) { rest.note() }
        }
    }

    /// Returns the parameters of a sync, and the number of the request for ``LazyMemberMemory`` if members are loaded lazily.
    @inline(never)
    private func plan(
        of request: SyncRequest, _ resolved: ResolvedFilter, _ caller: Caller, since token: StreamToken?, isSDN: Bool
    ) -> (SyncPlan, Int?) {
        let filter = resolved.filter
        let memory = filter.state.lazyLoadMembers ? lazyMembers.known(to: caller, since: token) : nil
        let plan = SyncPlan(
            caller: caller, filter: filter, since: token?.position, live: token?.live, toDevice: token?.toDevice,
            fullState: request.fullState, isSDN: isSDN, known: memory?.members ?? [:],
            keyLimits: services.configuration.keyLimits, ignored: services.ignored,
            matchers: SyncMatchers(filter, work: PatternWork(allowance: services.configuration.filterLimits.work)),
            unread: services.unread)
        return (plan, memory?.request)
    }

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

    /// Reads until there is news, and waits in between until `deadline` has passed or the poll is given up. Returns the answer of the last read.
    /// - Parameters:
    ///   - said: the presence that the request sets.
    ///   - position: the client's position in typing and presence.
    ///   - token: the token of the request, if an answer is needed only for what is newer.
    func poll<Answer>(
        _ caller: Caller, as said: PresenceState, until deadline: ContinuousClock.Instant,
        since position: LivePosition?, after token: StreamToken? = nil,
        _ read: (LiveNews) async throws -> Polled<Answer>
    ) async throws -> Answer {
        let live = services.live
        // A sync with "offline" neither sets the user online nor offline.
        if said != .offline { try await live.beginPoll(caller.userID, as: presence(said, of: caller)) }
        defer { if said != .offline { live.endPoll(caller.userID) } }
        var isFirst = true
        while true {
            // The waiter is registered before the read, so that a commit between the read and the wait is not missed.
            let waiter = services.notifier.register(caller.userID)
            defer { services.notifier.remove(waiter) }
            let writes = services.database.writesEnded
            try await live.endWhatIsOver()
            // An answer without news is not kept during the wait, because thousands of polls may wait.
            let hasRead = isFirst && services.notifier.hasRead(token, caller.tokenID, waiter, writes: writes)
            isFirst = false
            if !hasRead || ContinuousClock.now >= deadline {
                let found = try await answer(since: position, read, waiter, writes, caller) { hasNews in
                    hasNews || ContinuousClock.now >= deadline || Task.isCancelled || services.notifier.isShutDown
                }
                if let found { return found }
            }
            await waiter.wait(until: deadline)
            if waiter.isGivenUp,
                let last = try await answer(since: position, read, waiter, writes, caller, if: { _ in true })
            {
                return last
            }
            // Other users decide how often a poll wakes, and the filter may leave out all news. The rate of wake-ups is therefore limited.
            await services.limits.wait(for: .wake(user: caller.userID), until: deadline)
        }
    }

    /// Reads once, and returns the answer if the client should receive it now.
    /// - Parameter isSent: decides that; its argument is true if the answer has news.
    private func answer<Answer>(
        since position: LivePosition?, _ read: (LiveNews) async throws -> Polled<Answer>, _ waiter: StreamWaiter,
        _ writes: UInt64, _ caller: Caller, if isSent: (Bool) -> Bool
    ) async throws -> Answer? {
        let polled = try await read(services.live.news(since: position))
        guard isSent(polled.isNews) else { return nil }
        polled.isSent()
        if let next = polled.next { services.notifier.remember(next, to: caller.tokenID, waiter, writes: writes) }
        return polled.answer
    }

    /// Returns the presence that a sync sets: the requested one or, if the user's presence has changed too often, the present one.
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

    /// Deletes the messages that the device confirms with its token. A token may confirm all waiting messages, so the deletion runs in slices.
    @inline(never)
    private func deleteTaken(upTo position: Int64, _ caller: Caller) async throws {
        let begun = try await services.database.write { db in
            try ToDeviceStore.take(caller, upTo: position, in: db)
            return try LeftoverFanOut.begin(of: caller.userID, services, in: db)
        }
        try await services.fanOuts.follow(begun)
    }
}
