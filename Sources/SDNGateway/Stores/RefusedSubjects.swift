import Synchronization

/// The subjects that a rate limit in the database has refused, in the memory of this process. Without it, each further request of a client above
/// its limit would cost a transaction.
final class RefusedSubjects: Sendable {
    /// The most subjects that are remembered.
    static let capacity = 50_000
    /// The longest time for which a subject is refused without a question to the database, which may have lost its counts meanwhile.
    static let lifetime = Duration.seconds(60)

    private struct Entry {
        /// The time from which the limit allows a use.
        let allowedAt: ContinuousClock.Instant
        /// The time from which the database is asked again.
        let endsAt: ContinuousClock.Instant
    }

    private let known = Mutex<[String: Entry]>([:])

    /// The number of subjects that are remembered; for tests.
    var count: Int { known.withLock(\.count) }

    /// Returns the time that a subject has to wait; `nil` if the database has to be asked.
    func wait(of subject: String, now: ContinuousClock.Instant) -> Duration? {
        known.withLock { known in
            guard let entry = known[subject] else { return nil }
            guard entry.endsAt > now else {
                known[subject] = nil
                return nil
            }
            return entry.allowedAt - now
        }
    }

    /// Remembers a refusal.
    /// - Parameters:
    ///   - wait: the time that the subject has to wait.
    ///   - now: a time before the database was asked.
    func add(_ subject: String, wait: Duration, now: ContinuousClock.Instant) {
        let entry = Entry(allowedAt: now + wait, endsAt: now + min(wait, Self.lifetime))
        known.withLock { known in
            if known[subject] == nil, known.count >= Self.capacity {
                known = known.filter { $0.value.endsAt > now }
                // A search for ended entries at each refusal would cost more than the questions that it saves.
                if known.count > Self.capacity / 2 { known.removeAll() }
            }
            known[subject] = entry
        }
    }

    /// Forgets a subject of which the database has counted a use.
    func remove(_ subject: String) { known.withLock { $0[subject] = nil } }
}
