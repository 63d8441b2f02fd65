import SDNIdentity
import Synchronization

/// The running interactive authentications. They are in memory. A restart loses them, and clients then begin again.
final class AuthSessions: Sendable {
    struct Session: Sendable {
        let id: String
        let user: String
        let operation: InteractiveAuth.Operation
        /// The challenge for the account's wallet; `nil` for an account with a password.
        let challenge: Challenge?
        let stage: String
        var isComplete = false
    }

    private struct Entry {
        var session: Session
        let expiresAt: ContinuousClock.Instant
        var failures = 0
    }

    private static let perUser = 16
    private static let capacity = 10_000
    private static let failureLimit = 5
    private let lifetime: Duration
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameter clock: a monotonic clock. With a wall clock that is set back, a session would last longer than its lifetime.
    init(lifetime: Duration, clock: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.lifetime = lifetime
        self.clock = clock
    }

    /// Stores a session. If the user has too many, the user's oldest is deleted. If there are too many in all, the oldest of all is deleted.
    func open(_ session: Session) {
        let now = clock()
        entries.withLock { entries in
            // Clients never return to most sessions, so expired sessions are deleted here.
            entries = entries.filter { $0.value.expiresAt > now }
            let own = entries.filter { $0.value.session.user == session.user }
            if own.count >= Self.perUser, let oldest = own.min(by: { $0.value.expiresAt < $1.value.expiresAt })?.key {
                entries[oldest] = nil
            }
            if entries.count >= Self.capacity,
                let oldest = entries.min(by: { $0.value.expiresAt < $1.value.expiresAt })?.key
            {
                entries[oldest] = nil
            }
            entries[session.id] = Entry(session: session, expiresAt: now + lifetime)
        }
    }

    /// The number of stored sessions; for tests.
    var count: Int { entries.withLock(\.count) }

    /// Returns the user's session with this ID; `nil` if there is none or it has expired.
    func find(_ id: String, user: String) -> Session? {
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

    func complete(_ session: Session) {
        entries.withLock { entries in
            if session.operation.isRepeatable {
                entries[session.id]?.session.isComplete = true
            } else {
                entries[session.id] = nil
            }
        }
    }

    /// Counts a failure. After a few failures the session ends, and its text can no longer be signed.
    func noteFailure(_ session: Session) {
        entries.withLock { entries in
            entries[session.id]?.failures += 1
            if let failures = entries[session.id]?.failures, failures >= Self.failureLimit { entries[session.id] = nil }
        }
    }
}
