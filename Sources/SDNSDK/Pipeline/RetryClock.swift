import Foundation

/// The time that retries are measured with, passed in so that tests need not wait.
package struct RetryClock: Sendable {
    /// Time since an arbitrary start.
    package var now: @Sendable () -> Duration
    package var sleep: @Sendable (Duration) async throws -> Void
    /// A random part of a duration, so that many clients do not come back at once.
    package var jitter: @Sendable (Duration) -> Duration

    /// Milliseconds since 1970, which is what the moment is told in at which a token expires.
    package var wall: @Sendable () -> UInt64

    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
        jitter: @escaping @Sendable (Duration) -> Duration,
        wall: @escaping @Sendable () -> UInt64 = { UInt64(max(0, Date().timeIntervalSince1970 * 1000)) }
    ) {
        self.now = now
        self.sleep = sleep
        self.jitter = jitter
        self.wall = wall
    }

    package static let system: RetryClock = {
        let start = ContinuousClock.now
        return RetryClock(
            now: { ContinuousClock.now - start },
            sleep: { try await Task.sleep(for: $0) },
            jitter: { $0 * Double.random(in: 0..<1) })
    }()
}
