import SDNWire
import Synchronization

/// Counts wrong passwords. A client that sends more of them than ``PasswordLimits`` allows has to wait.
final class PasswordTries: Sendable {
    /// The source of an attempt.
    enum Source: Sendable, Hashable {
        /// A remote address at which the account is not known.
        case stranger(address: String)
        /// A remote address from which the account's right password has come before.
        case known(address: String)
        /// A session of the account, before an operation that cannot be undone.
        case session(deviceID: String)
    }

    /// A password that is to be checked.
    struct Try: Sendable, Hashable {
        let userID: String
        /// True if the account exists. Attempts on names without an account are counted in the same way but separately, so that they do not displace
        /// the counts of accounts.
        let exists: Bool
        let source: Source
    }

    private struct Own: Hashable {
        let userID: String
        let source: Source
    }

    private struct State {
        var accounts: FailureCounts<String>
        var nobodies: FailureCounts<String>
        var addresses: FailureCounts<String>
        /// Failures of an account at addresses at which it is known, and in its own sessions.
        var own: FailureCounts<Own>
    }

    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>

    /// - Parameter clock: a monotonic clock.
    init(limits: PasswordLimits, clock: @escaping @Sendable () -> ContinuousClock.Instant) {
        func counts<T: Hashable>(free: Int, longest: Duration) -> FailureCounts<T> {
            FailureCounts(
                free: free, firstWait: limits.firstWait, longestWait: longest, memory: limits.memory,
                capacity: limits.remembered)
        }
        let (account, address) = (limits.longestWaitPerAccount, limits.longestWaitPerAddress)
        self.clock = clock
        self.state = Mutex(
            State(
                accounts: counts(free: limits.failuresPerAccount, longest: account),
                nobodies: counts(free: limits.failuresPerAccount, longest: account),
                addresses: counts(free: limits.failuresPerAddress, longest: address),
                own: counts(free: limits.failuresPerAccount, longest: account)))
    }

    /// Counts an attempt before the check, so that a client gets no more checks by parallel attempts than by attempts one after the other.
    /// - Throws: `M_LIMIT_EXCEEDED` if the client must wait.
    func begin(_ attempt: Try) throws(MatrixError) {
        let now = clock()
        let wait: Duration? = state.withLock { state in
            switch attempt.source {
            case .stranger(let address):
                let account =
                    attempt.exists
                    ? state.accounts.wait(attempt.userID, now: now) : state.nobodies.wait(attempt.userID, now: now)
                let waits = [account, state.addresses.wait(address, now: now)].compactMap(\.self)
                if let wait = waits.max() { return wait }
                if attempt.exists {
                    state.accounts.count(attempt.userID, now: now)
                } else {
                    state.nobodies.count(attempt.userID, now: now)
                }
                state.addresses.count(address, now: now)
            case .known, .session:
                let own = Own(userID: attempt.userID, source: attempt.source)
                if let wait = state.own.wait(own, now: now) { return wait }
                state.own.count(own, now: now)
            }
            return nil
        }
        if let wait { throw MatrixError(.limitExceeded, "Too many wrong passwords.", retryAfter: wait) }
    }

    /// Records that the password was right. Earlier failures from the same address stay counted. Otherwise the owner of one account could log in
    /// again and again to guess the password of another account without end. Failures for the account from other addresses stay counted too.
    /// Otherwise each login of the owner would give an attacker more attempts.
    func succeeded(_ attempt: Try) {
        if case .stranger = attempt.source { return gaveUp(attempt) }
        state.withLock { $0.own.forget(Own(userID: attempt.userID, source: attempt.source)) }
    }

    /// Records that the password was wrong. If the account is known at the address, the failure also counts for the address.
    func failed(_ attempt: Try) {
        guard case .known(let address) = attempt.source else { return }
        let now = clock()
        state.withLock { $0.addresses.count(address, now: now) }
    }

    /// Takes back the count of an attempt whose password was not checked or was right.
    func gaveUp(_ attempt: Try) {
        state.withLock { state in
            switch attempt.source {
            case .stranger(let address):
                if attempt.exists {
                    state.accounts.takeBack(attempt.userID)
                } else {
                    state.nobodies.takeBack(attempt.userID)
                }
                state.addresses.takeBack(address)
            case .known, .session: state.own.takeBack(Own(userID: attempt.userID, source: attempt.source))
            }
        }
    }
}
