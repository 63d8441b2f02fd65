import HeraldPeer
import SDNWire

extension RoomService {
    /// The longest time that a poll waits. It is below the timeout of every client (SDN sheet 7.3).
    static let longestPoll = Duration.seconds(60)

    /// Returns what is new since a token. Without news it waits until `timeout` milliseconds have passed or the access token ends.
    /// - Parameter isSDN: true if the client called SendingNetwork's root, `/_api`. The node then leaves out no part of the answer, because
    ///   SendingNetwork's clients read some parts without a check (SDN sheet 7.3).
    func sync(_ request: SyncRequest, _ caller: Caller, isSDN: Bool) async throws -> LongAnswer {
        try await poll(try await reads(of: request, caller, isSDN: isSDN))
    }

    /// Returns the reads of a sync. It is a function of its own, because a long poll would otherwise hold the space that it needs.
    @inline(never)
    private func reads(of request: SyncRequest, _ caller: Caller, isSDN: Bool) async throws -> PollReads<LongAnswer> {
        let deadline = ContinuousClock.now + min(request.timeout, Self.longestPoll)
        let token = try request.since.map { try StreamToken($0, field: "since") }
        let said = try PresenceState(request.setPresence ?? PresenceState.online.rawValue, field: "set_presence")
        let filter = try await resolveFilter(request.filter, caller)
        let (plan, number) = plan(of: request, filter, caller, since: token, isSDN: isSDN)
        return PollReads(
            services, caller, as: said, until: deadline, since: token?.live, after: plan.fullState ? nil : token
        ) { [self] news in
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

    /// Reads until there is news, and waits in between until the deadline has passed or the poll is given up. Returns the answer of the last read.
    ///
    /// Thousands of polls may wait at once. The functions of a poll that wait therefore hold little, and its first read has a task of its own.
    func poll<Answer: Sendable>(_ reads: PollReads<Answer>) async throws -> Answer {
        let live = services.live, caller = reads.caller
        // A sync with "offline" neither sets the user online nor offline.
        if reads.said != .offline { try await live.beginPoll(caller.userID, as: presence(reads.said, of: caller)) }
        defer { if reads.said != .offline { live.endPoll(caller.userID) } }
        var isFirst = true
        while true {
            // The waiter is registered before the read, so that a commit between the read and the wait is not missed.
            let waiter = services.notifier.register(caller.userID)
            defer { services.notifier.remove(waiter) }
            let writes = services.database.writesEnded
            try await live.endWhatIsOver()
            if isFirst {
                isFirst = false
                if let found = try await reads.firstAnswer(waiter, writes: writes) { return found }
            } else if let found = try await reads.answer(waiter, writes: writes) {
                return found
            }
            await waiter.wait(until: reads.deadline)
            if waiter.isGivenUp, let last = try await reads.answer(waiter, writes: writes, always: true) { return last }
            // Other users decide how often a poll wakes, and the filter may leave out all news. The rate of wake-ups is therefore limited.
            await services.limits.wait(for: .wake(user: caller.userID), until: reads.deadline)
        }
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
