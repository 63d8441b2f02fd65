import Synchronization

/// The running interactive authentications of a server that consists of one process. They are in memory. A restart loses them, and clients then begin
/// again.
package final class AuthSessions: AuthSessionStore {
    private struct Entry {
        var session: AuthSession
        let expiresAt: ContinuousClock.Instant
        var failures = 0
    }

    /// The most open sessions of one user.
    package static let perUser = 16
    /// The most open sessions of all users.
    package static let capacity = 10_000
    /// Wrong answers to one session.
    package static let failureLimit = 5
    private let lifetime: Duration
    private let most: Int
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameters:
    ///   - capacity: the most open sessions of all users.
    ///   - clock: a monotonic clock. With a wall clock that is set back, a session would last longer than its lifetime.
    package init(
        lifetime: Duration, capacity: Int = AuthSessions.capacity,
        clock: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.lifetime = lifetime
        self.clock = clock
        most = capacity
    }

    /// Stores a session; see ``AuthSessionStore/open(_:)``.
    package func open(_ session: AuthSession) {
        let now = clock()
        entries.withLock { entries in
            // Clients never return to most sessions, so expired sessions are deleted here.
            entries = entries.filter { $0.value.expiresAt > now }
            let own = entries.filter { $0.value.session.user == session.user }
            if own.count >= Self.perUser, let oldest = own.min(by: { $0.value.expiresAt < $1.value.expiresAt })?.key {
                entries[oldest] = nil
            }
            if entries.count >= most, let oldest = Self.oldestOfMost(entries) { entries[oldest] = nil }
            entries[session.id] = Entry(session: session, expiresAt: now + lifetime)
        }
    }

    /// Returns the ID of the oldest session of the user with the most, so that many accounts do not end the session of another one.
    private static func oldestOfMost(_ entries: [String: Entry]) -> String? {
        let counts = entries.values.reduce(into: [String: Int]()) { $0[$1.session.user, default: 0] += 1 }
        func rank(_ entry: Entry) -> Int { counts[entry.session.user] ?? 0 }
        return entries.max {
            (rank($0.value), $1.value.expiresAt) < (rank($1.value), $0.value.expiresAt)
        }?.key
    }

    /// The number of stored sessions; for tests.
    package var count: Int { entries.withLock(\.count) }

    /// Returns the user's session with this ID; `nil` if there is none or it has expired.
    package func find(_ id: String, user: String) -> AuthSession? {
        let now = clock()
        return entries.withLock { entries in
            guard let entry = entries[id], entry.session.user == user else { return nil }
            if entry.expiresAt <= now {
                entries[id] = nil
                return nil
            }
            return entry.session
        }
    }

    /// Ends a session, or completes it; see ``AuthSessionStore/complete(_:)``.
    package func complete(_ session: AuthSession) -> Bool {
        entries.withLock { entries in
            guard session.operation.isRepeatable else { return entries.removeValue(forKey: session.id) != nil }
            entries[session.id]?.session.isComplete = true
            return true
        }
    }

    /// Counts a failure. After a few failures the session ends, and its text can no longer be signed.
    package func noteFailure(_ session: AuthSession) {
        entries.withLock { entries in
            entries[session.id]?.failures += 1
            if let failures = entries[session.id]?.failures, failures >= Self.failureLimit { entries[session.id] = nil }
        }
    }
}
