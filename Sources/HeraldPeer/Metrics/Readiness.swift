/// Reports if the parts of a server, such as its database, and the servers that it depends on respond.
///
/// Each check runs at most once at a time, and its result is used for ``lifetime``. Any number of requests therefore costs the parts no more
/// than one check a second. A check that takes too long counts as failed until it has ended.
package actor Readiness {
    /// A part of a server, or another server that it depends on.
    package struct Check: Sendable {
        /// The name in the answer.
        let name: String
        /// True for another server that all instances depend on. If it fails, the instance is still ready, because a load balancer that
        /// took the instance away would take all of them away.
        let isDependency: Bool
        /// Throws if the part does not answer.
        let run: @Sendable () async throws -> Void

        /// Creates a check.
        /// - Parameter isDependency: true for another server that all instances depend on. Defaults to `false`.
        package init(_ name: String, isDependency: Bool = false, _ run: @escaping @Sendable () async throws -> Void) {
            self.name = name
            self.isDependency = isDependency
            self.run = run
        }
    }

    /// The names of what does not answer, in the order of the checks.
    package struct Report: Sendable, Hashable {
        /// The parts of the server. It is ready if there are none.
        package var failing: [String] = []
        /// The dependencies.
        package var degraded: [String] = []
    }

    /// The time for which a result is used.
    static let lifetime = Duration.seconds(1)
    /// The time after which the check of a part counts as failed.
    static let timeout = Duration.seconds(2)
    /// The time after which the check of a dependency counts as failed. It is short, so that a slow dependency does not delay the answer
    /// beyond the timeout of a load balancer.
    static let dependencyTimeout = Duration.milliseconds(500)

    private let checks: [Check]
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable (Duration) async -> Void
    private var last: (report: Report, until: ContinuousClock.Instant)?
    /// The names of the checks that have not ended yet, those of earlier rounds included.
    private var running: Set<String> = []
    private var failed: Set<String> = []
    /// The names of the checks for which the present round still waits.
    private var awaited: Set<String> = []
    private var waiting: [CheckedContinuation<Report, Never>] = []
    private var round = 0

    /// Creates a check of the server's parts.
    /// - Parameters:
    ///   - clock: a monotonic clock.
    ///   - pause: waits for the given time; for tests.
    package init(
        _ checks: [Check], clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.checks = checks
        self.clock = clock
        self.pause = pause
    }

    /// Returns what does not answer.
    package func report() async -> Report {
        if let last, clock() < last.until { return last.report }
        if awaited.isEmpty { begin() }
        guard !awaited.isEmpty else { return settled() }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Begins the checks that do not run still.
    private func begin() {
        round += 1
        let new = checks.filter { !running.contains($0.name) }
        awaited = Set(new.map(\.name))
        running.formUnion(awaited)
        // The checks have no request of their own, so they inherit nothing from the request that begins them.
        for check in new {
            Task.detached {
                do {
                    try await check.run()
                    await self.end(check.name, isGood: true)
                } catch {
                    await self.end(check.name, isGood: false)
                }
            }
        }
        for isDependency in [false, true] {
            let names = new.filter { $0.isDependency == isDependency }.map(\.name)
            guard !names.isEmpty else { continue }
            let (round, pause) = (round, pause)
            Task.detached {
                await pause(isDependency ? Self.dependencyTimeout : Self.timeout)
                await self.stopWaiting(for: names, in: round)
            }
        }
    }

    private func end(_ name: String, isGood: Bool) {
        running.remove(name)
        if isGood { failed.remove(name) } else { failed.insert(name) }
        if awaited.remove(name) != nil {
            if awaited.isEmpty { answer() }
        } else if let last, awaited.isEmpty {
            // A check that ended late changes the result, which does not become newer for the other parts.
            self.last = (settled(), last.until)
        }
    }

    private func stopWaiting(for names: [String], in round: Int) {
        guard round == self.round, !awaited.isEmpty else { return }
        awaited.subtract(names)
        if awaited.isEmpty { answer() }
    }

    private func answer() {
        let report = settled()
        last = (report, clock() + Self.lifetime)
        for waiter in waiting { waiter.resume(returning: report) }
        waiting.removeAll()
    }

    private func settled() -> Report {
        let bad = checks.filter { failed.contains($0.name) || running.contains($0.name) }
        return Report(
            failing: bad.filter { !$0.isDependency }.map(\.name), degraded: bad.filter(\.isDependency).map(\.name))
    }
}
