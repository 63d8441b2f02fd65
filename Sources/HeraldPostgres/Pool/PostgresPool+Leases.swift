import HeraldLocks

/// Gives connections to tasks and takes them back.
extension PostgresPool {
    func lease() async throws -> PostgresConnection {
        try Task.checkCancellation()
        while let connection = try takeIdle() {
            if await connection.isAlive() { return connection }
            await discard(connection)
        }
        let waiter = try addWaiter()
        let alarm = watch.schedule(at: .now + limits.leaseTime) { waiter.resume(returning: .timedOut) }
        fill()
        let lease = await waiter.wait(orWhenCancelled: .cancelled)
        watch.unschedule(alarm)
        switch lease {
        case .connection(let connection): return connection
        case .failed(let error): throw error
        case .cancelled:
            state.withLock { $0.waiters.remove(waiter) }
            throw CancellationError()
        case .timedOut:
            throw state.withLock { state in
                state.waiters.remove(waiter)
                state.counters.refused += 1
                return state.lastFailure
                    ?? PostgresError(.poolExhausted, reason: "no connection to the database became free in time")
            }
        }
    }

    /// Takes a connection back, and gives it to the task that has waited longest.
    func release(_ connection: PostgresConnection) async {
        if await connection.isReusable() { await hand(connection) } else { await discard(connection) }
    }

    private func takeIdle() throws(PostgresError) -> PostgresConnection? {
        let (isClosed, connection) = state.withLock { ($0.isClosed, $0.idle.popLast()) }
        if isClosed { throw Self.closed }
        return connection
    }

    private func addWaiter() throws(PostgresError) -> Waiter<Lease> {
        let result: Result<Waiter<Lease>, PostgresError> = state.withLock { state in
            guard !state.isClosed else { return .failure(Self.closed) }
            let waiter = Waiter<Lease>()
            // One may have become free since the check above.
            if let connection = state.idle.popLast() {
                waiter.resume(returning: .connection(connection))
                return .success(waiter)
            }
            guard state.waiters.count < limits.waiters else {
                state.counters.refused += 1
                return .failure(
                    state.lastFailure
                        ?? PostgresError(.poolExhausted, reason: "too many tasks wait for a connection to the database")
                )
            }
            state.waiters.add(waiter)
            return .success(waiter)
        }
        return try result.get()
    }

    /// Gives a connection to the task that has waited longest, or stores it as free.
    private func hand(_ connection: PostgresConnection) async {
        while true {
            let (waiter, isPlaced) = state.withLock { state -> (Waiter<Lease>?, Bool) in
                if let waiter = state.waiters.popFirst() { return (waiter, true) }
                guard !state.isClosed else { return (nil, false) }
                state.idle.append(connection)
                return (nil, true)
            }
            guard isPlaced else { return await discard(connection) }
            // A waiter that was cancelled does not take it.
            guard let waiter, !waiter.resume(returning: .connection(connection)) else { return }
        }
    }

    private func discard(_ connection: PostgresConnection) async {
        await connection.close()
        uncount()
    }

    /// Makes room for another connection.
    private func uncount() {
        let closers = state.withLock { state in
            state.total -= 1
            return state.isClosed && state.total == 0 ? state.closers.popAll() : []
        }
        for closer in closers { closer.resume() }
        fill()
    }

    /// Opens as many connections as tasks wait for and the limit allows. While the server does not answer, only one attempt runs at a time, with
    /// a growing pause between them.
    private func fill() {
        let (count, alarm) = state.withLock { state -> (Int, ContinuousClock.Instant?) in
            var room = min(state.waiters.count - state.opening, limits.connections - state.total)
            if state.failures > 0 { room = min(room, 1 - state.opening) }
            guard !state.isClosed, room > 0 else { return (0, nil) }
            guard state.mayOpen <= .now else {
                defer { state.isAlarmSet = true }
                return (0, state.isAlarmSet ? nil : state.mayOpen)
            }
            state.total += room
            state.opening += room
            return (room, nil)
        }
        if let alarm {
            watch.schedule(at: alarm) { [weak self] in
                self?.state.withLock { $0.isAlarmSet = false }
                self?.fill()
            }
        }
        for _ in 0..<count {
            // Not a part of the waiting task: its cancellation must not end an attempt that serves others as well.
            Task.detached { await self.open() }
        }
    }

    private func open() async {
        do {
            let connection = try await PostgresConnection.open(configuration, watch: watch)
            state.withLock { state in
                state.opening -= 1
                state.counters.opened += 1
                (state.failures, state.lastFailure) = (0, nil)
            }
            await hand(connection)
            // Others may have waited for this attempt to succeed.
            fill()
        } catch {
            failed(error as? PostgresError ?? PostgresError(.connectionFailed, reason: "the attempt was cancelled"))
        }
    }

    private func failed(_ error: PostgresError) {
        // If setting up a new connection fails, the pool counts it as a failure to connect.
        let error = error.kind == .connectionLost ? error.with(.connectionFailed, reason: error.reason) : error
        let waiters = state.withLock { state in
            state.opening -= 1
            state.counters.failed += 1
            state.failures += 1
            state.lastFailure = error
            let pause = min(.milliseconds(25) * (1 << min(state.failures, 10)), limits.longestPause)
            state.mayOpen = .now + pause * Double.random(in: 0.5...1)
            return error.needsOperator ? state.waiters.popAll() : []
        }
        for waiter in waiters { waiter.resume(returning: .failed(error)) }
        uncount()
    }
}
