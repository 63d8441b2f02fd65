import Synchronization

/// The interactive authentications under way. In memory: a restart forgets them, and the client is asked anew.
final class AuthSessions: Sendable {
    struct Session: Sendable {
        let id: String
        let user: String
        let operation: InteractiveAuth.Operation
        /// What the account's wallet is asked to sign; `nil` for an account with a password.
        let challenge: Challenge?
        let stage: String
        var isComplete = false
    }

    private struct Entry {
        var session: Session
        let expiresAt: Int64
        var failures = 0
    }

    private static let perUser = 16
    private static let capacity = 10_000
    private static let failureLimit = 5
    private let lifetime: Int64
    private let clock: @Sendable () -> Int64
    private let entries = Mutex<[String: Entry]>([:])

    /// - Parameter clock: one that is never set, or a session would outlive its time.
    init(lifetime: Int64, clock: @escaping @Sendable () -> Int64) {
        self.lifetime = lifetime
        self.clock = clock
    }

    /// Remembers a session. Of too many the user's oldest goes, and then anybody's.
    func open(_ session: Session) {
        let now = clock()
        entries.withLock { entries in
            // Nobody asks for most of them again, so nothing else would end them.
            entries = entries.filter { $0.value.expiresAt > now }
            let own = entries.filter { $0.value.session.user == session.user }
            if own.count >= Self.perUser, let oldest = own.min(by: { $0.value.expiresAt < $1.value.expiresAt })?.key { entries[oldest] = nil }
            if entries.count >= Self.capacity, let oldest = entries.min(by: { $0.value.expiresAt < $1.value.expiresAt })?.key {
                entries[oldest] = nil
            }
            entries[session.id] = Entry(session: session, expiresAt: now + lifetime)
        }
    }

    /// How many are remembered; for tests.
    var count: Int { entries.withLock(\.count) }

    /// The user's session with this id, as long as it lasts.
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
            if session.operation.isRepeatable { entries[session.id]?.session.isComplete = true } else { entries[session.id] = nil }
        }
    }

    /// After a few failures the session ends, and with it the text that was to be signed.
    func noteFailure(_ session: Session) {
        entries.withLock { entries in
            entries[session.id]?.failures += 1
            if let failures = entries[session.id]?.failures, failures >= Self.failureLimit { entries[session.id] = nil }
        }
    }
}
