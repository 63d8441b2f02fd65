/// Reports if the parts that a server needs, such as its database, respond.
///
/// The checks run at most once at a time, and their result is used for ``lifetime``. Any number of requests therefore costs the parts no more
/// than one check a second. A check that takes longer than ``timeout`` counts as failed until it has ended.
package actor Readiness {
    /// A part that a server needs.
    package struct Check: Sendable {
        /// The part's name in the answer.
        let name: String
        /// Throws if the part does not answer.
        let run: @Sendable () async throws -> Void

        package init(_ name: String, _ run: @escaping @Sendable () async throws -> Void) {
            self.name = name
            self.run = run
        }
    }

    /// The time for which a result is used.
    static let lifetime = Duration.seconds(1)
    /// The time after which a check counts as failed.
    static let timeout = Duration.seconds(2)

    private let checks: [Check]
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let pause: @Sendable (Duration) async -> Void
    private var last: (failing: [String], until: ContinuousClock.Instant)?
    /// The names of the checks that have not ended yet. Empty if none runs.
    private var running: Set<String> = []
    private var failed: Set<String> = []
    private var waiting: [CheckedContinuation<[String], Never>] = []
    private var hasTimedOut = false
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

    /// Returns the names of the parts that do not answer, in the order of the checks. The server is ready if there are none.
    package func failing() async -> [String] {
        if let last, clock() < last.until { return last.failing }
        if running.isEmpty { begin() }
        guard !running.isEmpty, !hasTimedOut else { return settled() }
        return await withCheckedContinuation { waiting.append($0) }
    }

    private func begin() {
        round += 1
        running = Set(checks.map(\.name))
        (failed, hasTimedOut) = ([], false)
        guard !running.isEmpty else { return }
        // The checks have no request of their own, so they inherit nothing from the request that begins them.
        for check in checks {
            Task.detached {
                do {
                    try await check.run()
                    await self.end(check.name, isGood: true)
                } catch {
                    await self.end(check.name, isGood: false)
                }
            }
        }
        let (round, pause) = (round, pause)
        Task.detached {
            await pause(Self.timeout)
            await self.timeOut(round)
        }
    }

    private func end(_ name: String, isGood: Bool) {
        running.remove(name)
        if !isGood { failed.insert(name) }
        if running.isEmpty { answer() }
    }

    private func timeOut(_ round: Int) {
        guard round == self.round, !running.isEmpty else { return }
        hasTimedOut = true
        answer()
    }

    private func answer() {
        let failing = settled()
        last = (failing, clock() + Self.lifetime)
        for waiter in waiting { waiter.resume(returning: failing) }
        waiting.removeAll()
    }

    private func settled() -> [String] {
        checks.map(\.name).filter { failed.contains($0) || running.contains($0) }
    }
}
