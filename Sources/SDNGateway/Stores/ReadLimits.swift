import SDNWire
import Synchronization

/// The rate limits of reads, for each user and each remote network.
///
/// They are in the memory of this process. In the database, to count a read would cost more than the read, and each refusal would cost the same.
package final class ReadLimits: Sendable {
    /// The subject of a limit.
    package enum Subject: Hashable, Sendable {
        case user(String)
        /// Reads without a user.
        case remote(String)
    }

    /// The most subjects that are remembered.
    static let capacity = 50_000

    private let rates: GatewayRates
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// For each subject, the time until which its reads so far count.
    private let known = Mutex<[Subject: ContinuousClock.Instant]>([:])

    /// - Parameter clock: a monotonic clock. Defaults to the system's.
    package init(_ rates: GatewayRates, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.rates = rates
        self.clock = clock
    }

    /// The number of subjects that are remembered; for tests.
    var count: Int { known.withLock(\.count) }

    /// Counts a read.
    /// - Parameter cost: the reads as which it counts. It may exceed the limit by up to one burst, and later reads then wait longer.
    /// - Throws: `M_LIMIT_EXCEEDED` with the time to wait if there were too many.
    package func use(_ subject: Subject, cost: Int = 1) throws(MatrixError) {
        let rate =
            switch subject {
            case .user: rates.readsPerUser
            case .remote: rates.readsPerRemote
            }
        guard let rate else { return }
        let now = clock(), interval = Duration.microseconds(rate.interval)
        let tolerance = Duration.microseconds(rate.tolerance)
        let wait = known.withLock { known -> Duration? in
            let until = max(known[subject] ?? now, now)
            let wait = until + interval - now - tolerance
            guard wait <= .zero else { return wait }
            if known[subject] == nil, known.count >= Self.capacity {
                known = known.filter { $0.value > now }
                // Storing more and more would be worse than forgetting some uses.
                if known.count >= Self.capacity { known.removeAll() }
            }
            known[subject] = min(until + interval * max(cost, 1), now + tolerance * 2)
            return nil
        }
        if let wait { throw MatrixError(.limitExceeded, "Too Many Requests", retryAfter: max(wait, .milliseconds(1))) }
    }
}
