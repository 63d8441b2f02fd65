import DequeModule
import HeraldKeys
import Synchronization

/// The parameters of a registration, after all checks.
struct Registration: Sendable {
    let userID: String
    /// The password; `nil` if the client has not sent it yet.
    var password: String?
    /// False if the client wants an account without a session (`inhibit_login`).
    var opensSession: Bool
    var deviceID: String?
    var deviceDisplayName: String?
    var wantsRefreshToken: Bool
    /// True if the client has shown a guest's access token, and the guest's account becomes a full one.
    let upgradesGuest: Bool
}

/// The registrations that clients have begun (Matrix: user-interactive authentication). A client can leave out in its second request what it sent in
/// the first, and it can repeat the second request if the answer was lost.
///
/// They are in memory only, because a registration contains the password. A restart loses them, and clients then begin again.
final class RegistrationSessions: Sendable {
    /// The account that a registration created.
    struct Account: Sendable {
        /// The device of the first session; `nil` if the client wanted no session.
        let deviceID: String?
        /// The hash of the password with which the account was created.
        let passwordHash: String
    }

    struct Session: Sendable {
        /// The parameters so far; those of the account once it has been created.
        var registration: Registration
        /// The account; `nil` until it has been created.
        var account: Account?
    }

    private struct Entry {
        var session: Session
        let remote: String
        let expiresAt: ContinuousClock.Instant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The IDs in the order in which the sessions expire.
        var order: Deque<String> = []

        mutating func remove(at index: Int) { entries[order.remove(at: index)] = nil }
    }

    /// The most registrations in progress from one remote address.
    static let perRemote = 50
    /// The most registrations in progress in all.
    static let capacity = 2_000
    private let lifetime: Duration
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let random: @Sendable (Int) -> [UInt8]
    private let state = Mutex(State())

    /// - Parameter clock: a monotonic clock. With a wall clock that is set back, a session would last longer than its lifetime.
    init(
        lifetime: Duration, clock: @escaping @Sendable () -> ContinuousClock.Instant,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.lifetime = lifetime
        self.clock = clock
        self.random = random
    }

    /// The number of stored sessions; for tests.
    var count: Int { state.withLock { $0.entries.count } }

    /// Stores a registration. If there are too many, the oldest of the same address or the oldest of all is deleted.
    /// - Returns: the ID of the session, which only this client knows.
    func open(_ registration: Registration, remote: String) -> String {
        let (id, now) = (Hex.encode(random(12)), clock())
        state.withLock { state in
            while let first = state.order.first, state.entries[first].map({ $0.expiresAt <= now }) ?? true {
                state.remove(at: 0)
            }
            let own = state.order.indices.filter { state.entries[state.order[$0]]?.remote == remote }
            if own.count >= Self.perRemote, let oldest = own.first { state.remove(at: oldest) }
            if state.order.count >= Self.capacity { state.remove(at: 0) }
            state.entries[id] = Entry(
                session: Session(registration: registration), remote: remote, expiresAt: now + lifetime)
            state.order.append(id)
        }
        return id
    }

    /// Returns a session; `nil` if there is none or it has expired.
    func find(_ id: String) -> Session? {
        let now = clock()
        return state.withLock { state in
            guard let entry = state.entries[id], entry.expiresAt > now else { return nil }
            return entry.session
        }
    }

    /// Replaces the parameters of a session that has created no account.
    func update(_ id: String, _ registration: Registration) {
        state.withLock { state in
            guard state.entries[id]?.session.account == nil else { return }
            state.entries[id]?.session.registration = registration
        }
    }

    /// Records the account that a session has created, with the parameters that created it. The password is not stored any more.
    func complete(_ id: String, _ registration: Registration, _ account: Account) {
        var session = Session(registration: registration, account: account)
        session.registration.password = nil
        state.withLock { state in state.entries[id]?.session = session }
    }
}
