import SDNSDK

/// Records every event that a session delivers, so that a check can wait for one and count it.
actor SessionLog {
    private var events: [MXEvent] = []
    private var hasEnded = false
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var lastWaiter = 0

    /// Begins to record, until the session closes.
    init(_ session: MXSession) {
        let updates = session.updates()
        Task {
            for await update in updates {
                if case .event(let event) = update { await self.take(event) }
            }
            await self.end()
        }
    }

    private func take(_ event: MXEvent) {
        events.append(event)
        wake()
    }

    private func end() {
        hasEnded = true
        wake()
    }

    private func wake() {
        let continuations = waiting.values
        waiting = [:]
        for continuation in continuations { continuation.resume() }
    }

    private func wake(_ waiter: Int) { waiting.removeValue(forKey: waiter)?.resume() }

    /// Returns the recorded events of a room, in order.
    func events(inRoom roomId: String, type: String) -> [MXEvent] {
        events.filter { $0.roomId == roomId && $0.type == type }
    }

    /// Returns the recorded events of a type that belong to no room, in order.
    func events(ofType type: String) -> [MXEvent] { events.filter { $0.roomId == nil && $0.type == type } }

    /// Waits until an event, past or future, meets a condition.
    /// - Throws: ``Refuted`` when none does in time.
    func wait(for what: String, within time: Duration = .seconds(60), _ isIt: @Sendable (MXEvent) -> Bool) async throws
        -> MXEvent
    {
        let deadline = ContinuousClock.now + time
        while true {
            if let event = events.first(where: isIt) { return event }
            guard !hasEnded, ContinuousClock.now < deadline else {
                throw Refuted("\(what) did not come within \(time)")
            }
            await change(until: deadline)
        }
    }

    /// Returns when there is a new event, or at the deadline.
    private func change(until deadline: ContinuousClock.Instant) async {
        lastWaiter += 1
        let waiter = lastWaiter
        let alarm = Task {
            try? await Task.sleep(until: deadline, clock: .continuous)
            self.wake(waiter)
        }
        await withCheckedContinuation { waiting[waiter] = $0 }
        alarm.cancel()
    }
}
