import SDNWire
import Synchronization

/// Counts wrong passwords, and has those wait who try more than ``PasswordLimits`` allow.
final class PasswordTries: Sendable {
    /// From where a password is tried.
    enum Source: Sendable, Hashable {
        /// A remote address at which the account is not known.
        case stranger(address: String)
        /// One from which the account's right password has come before.
        case known(address: String)
        /// A session of the account, before what cannot be taken back.
        case session(deviceID: String)
    }

    /// A password that is to be checked.
    struct Try: Sendable, Hashable {
        let userID: String
        /// Whether there is such an account. Both kinds are counted alike, and apart, so that names that nobody has push no account out.
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
        /// Those of an account where it is known.
        var own: FailureCounts<Own>
    }

    private let clock: @Sendable () -> Int64
    private let state: Mutex<State>

    /// - Parameter clock: one that is never set.
    init(limits: PasswordLimits, clock: @escaping @Sendable () -> Int64) {
        func counts<T: Hashable>(free: Int, longest: Int64) -> FailureCounts<T> {
            FailureCounts(free: free, firstWait: limits.firstWait, longestWait: longest, memory: limits.memory, capacity: limits.remembered)
        }
        let (account, address) = (limits.longestWaitPerAccount, limits.longestWaitPerAddress)
        self.clock = clock
        self.state = Mutex(State(
            accounts: counts(free: limits.failuresPerAccount, longest: account), nobodies: counts(free: limits.failuresPerAccount, longest: account),
            addresses: counts(free: limits.failuresPerAddress, longest: address), own: counts(free: limits.failuresPerAccount, longest: account)))
    }

    /// Counts a try before it is made: of many at once no more are made than of one after the other.
    /// - Throws: `M_LIMIT_EXCEEDED` when it has to wait.
    func begin(_ attempt: Try) throws(MatrixError) {
        let now = clock()
        let wait: Int64? = state.withLock { state in
            switch attempt.source {
            case .stranger(let address):
                let account = attempt.exists ? state.accounts.wait(attempt.userID, now: now) : state.nobodies.wait(attempt.userID, now: now)
                let waits = [account, state.addresses.wait(address, now: now)].compactMap(\.self)
                if let wait = waits.max() { return wait }
                if attempt.exists { state.accounts.count(attempt.userID, now: now) } else { state.nobodies.count(attempt.userID, now: now) }
                state.addresses.count(address, now: now)
            case .known, .session:
                let own = Own(userID: attempt.userID, source: attempt.source)
                if let wait = state.own.wait(own, now: now) { return wait }
                state.own.count(own, now: now)
            }
            return nil
        }
        if let wait { throw MatrixError(.limitExceeded, "Too many wrong passwords.", retryAfterMilliseconds: wait) }
    }

    /// The password was right. What failed from the same address before stays, or who has an account could guess at another one without
    /// end; what failed for the account elsewhere stays too, or each login of its owner would be a gift to who guesses.
    func succeeded(_ attempt: Try) {
        if case .stranger = attempt.source { return gaveUp(attempt) }
        state.withLock { $0.own.forget(Own(userID: attempt.userID, source: attempt.source)) }
    }

    /// The password was wrong: where the account is known, that counts for the address as well.
    func failed(_ attempt: Try) {
        guard case .known(let address) = attempt.source else { return }
        let now = clock()
        state.withLock { $0.addresses.count(address, now: now) }
    }

    /// The password was not looked at, or was right: the try does not count.
    func gaveUp(_ attempt: Try) {
        state.withLock { state in
            switch attempt.source {
            case .stranger(let address):
                if attempt.exists { state.accounts.takeBack(attempt.userID) } else { state.nobodies.takeBack(attempt.userID) }
                state.addresses.takeBack(address)
            case .known, .session: state.own.takeBack(Own(userID: attempt.userID, source: attempt.source))
            }
        }
    }
}
