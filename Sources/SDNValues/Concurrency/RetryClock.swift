import Foundation
import SDNWire

/// The clock by which retries are measured. It is passed in so that tests need not wait.
package struct RetryClock: Sendable {
    /// Returns the time since an arbitrary start.
    package var now: @Sendable () -> Duration
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Returns a random part of a duration, so that many clients do not retry at the same moment.
    package var jitter: @Sendable (Duration) -> Duration

    /// Returns the time of the device, by which the expiry of tokens is measured.
    package var wall: @Sendable () -> Timestamp

    package init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
        jitter: @escaping @Sendable (Duration) -> Duration,
        wall: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
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
