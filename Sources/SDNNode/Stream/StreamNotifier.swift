import Synchronization

/// Wakes the long polls of users when news for them has been committed.
///
/// No wake-up is lost. A poll registers its waiter before it reads the database, so a commit after the read finds the waiter.
///
/// The notifier also remembers which answers left nothing to read. A client polls again as soon as it has an answer. This poll then waits without
/// a read if nothing was written in between and nothing has woken its user.
final class StreamNotifier: Sendable {
    /// An answer that left nothing to read.
    private struct Answer {
        let token: StreamToken
        /// The number of writes that had ended before the answer was read.
        let writes: UInt64
    }

    /// The polls of a user.
    private struct Polls {
        var waiters: [ObjectIdentifier: StreamWaiter] = [:]
        /// The last answer to each session that left nothing to read. A session is named by the row ID of its access token.
        var read: [Int64: Answer] = [:]
        var isEmpty: Bool { waiters.isEmpty && read.isEmpty }

        /// Adds a waiter. Returns the one that has waited longest if there are too many; it is removed.
        mutating func add(_ waiter: StreamWaiter) -> StreamWaiter? {
            let gone = waiters.count < StreamNotifier.perUser ? nil : waiters.values.min { $0.number < $1.number }
            if let gone { waiters[ObjectIdentifier(gone)] = nil }
            waiters[ObjectIdentifier(waiter)] = waiter
            return gone
        }
    }

    private struct State {
        var polls: [String: Polls] = [:]
        /// The number of tokens in ``polls``.
        var read = 0
        var isShutDown = false
        /// The number of waiters so far. A waiter with a smaller number has waited longer.
        var nextNumber = 0
        var observer: (@Sendable (Set<String>) -> Void)?

        /// Records that there is news for a user. Returns the waiters of the user.
        mutating func name(_ user: String) -> [StreamWaiter] {
            guard let named = polls[user] else { return [] }
            read -= named.read.count
            if named.waiters.isEmpty { polls[user] = nil } else { polls[user]?.read = [:] }
            for waiter in named.waiters.values { waiter.isNamed = true }
            return Array(named.waiters.values)
        }

        mutating func forgetAll() {
            polls = polls.filter { !$0.value.waiters.isEmpty }.mapValues { Polls(waiters: $0.waiters) }
            read = 0
        }
    }

    /// The most polls of one user that wait. With one more, the poll that has waited longest is answered.
    static let perUser = 64
    /// The most tokens that are remembered. With one more, all are forgotten, and the next polls read once more.
    static let remembered = 20_000
    private let state = Mutex(State())

    init() {}

    /// Registers a waiter for a user. The next ``wake(users:)`` that names the user ends its wait. The caller must call ``remove(_:)`` with the
    /// waiter.
    func register(_ user: String) -> StreamWaiter {
        let (waiter, gone) = state.withLock { state -> (StreamWaiter, StreamWaiter?) in
            state.nextNumber += 1
            let waiter = StreamWaiter(user: user, number: state.nextNumber)
            guard !state.isShutDown else { return (waiter, waiter) }
            return (waiter, state.polls[user, default: Polls()].add(waiter))
        }
        gone?.giveUp()
        return waiter
    }

    func remove(_ waiter: StreamWaiter) {
        state.withLock { state in
            state.polls[waiter.user]?.waiters[ObjectIdentifier(waiter)] = nil
            if state.polls[waiter.user]?.isEmpty == true { state.polls[waiter.user] = nil }
        }
    }

    /// Remembers that an answer leaves nothing to read, unless the user was woken since the answer's poll registered its waiter.
    /// - Parameters:
    ///   - waiter: the waiter that was registered before the answer was read.
    ///   - writes: the number of writes that had ended after that and before the read.
    func remember(_ token: StreamToken, to session: Int64, _ waiter: StreamWaiter, writes: UInt64) {
        state.withLock { state in
            // A waiter that was given up is no longer told of news.
            guard !waiter.isNamed, state.polls[waiter.user]?.waiters[ObjectIdentifier(waiter)] != nil else { return }
            if state.read >= Self.remembered { state.forgetAll() }
            let before = state.polls[waiter.user, default: Polls()].read
                .updateValue(Answer(token: token, writes: writes), forKey: session)
            if before == nil { state.read += 1 }
        }
    }

    /// Returns true if a session's last answer had this token and left nothing to read, nothing was written since then, and the user was not woken. The
    /// answer is then forgotten.
    /// - Parameters:
    ///   - waiter: the waiter of the poll that asks. A later wake-up fires it.
    ///   - writes: the number of writes that have ended. Some changes, such as a new device of another user, wake nobody.
    func hasRead(_ token: StreamToken?, _ session: Int64, _ waiter: StreamWaiter, writes: UInt64) -> Bool {
        state.withLock { state in
            guard let last = state.polls[waiter.user]?.read.removeValue(forKey: session) else { return false }
            state.read -= 1
            return last.token == token && last.writes == writes
        }
    }

    /// Sets the observer that receives the users of each ``wake(users:)`` before any poll is answered.
    func observe(_ observer: @escaping @Sendable (Set<String>) -> Void) { state.withLock { $0.observer = observer } }

    /// Wakes the waiters of users. It must be called after the commit.
    func wake(users: Set<String>) {
        state.withLock { $0.isShutDown ? nil : $0.observer }?(users)
        let fired: [StreamWaiter] = state.withLock { state in
            // The loop runs over the smaller one of two sets: the users with polls or the given users.
            state.polls.count < users.count
                ? state.polls.keys.filter { users.contains($0) }.flatMap { state.name($0) }
                : users.flatMap { state.name($0) }
        }
        for waiter in fired { waiter.fire() }
    }

    /// Makes every long poll answer at once, also those that begin later.
    func shutdown() {
        let all = state.withLock { state in
            state.isShutDown = true
            state.observer = nil
            defer { (state.polls, state.read) = ([:], 0) }
            return state.polls.values.flatMap(\.waiters.values)
        }
        for waiter in all { waiter.fire() }
    }

    var isShutDown: Bool { state.withLock(\.isShutDown) }

    /// The number of waiters so far; for tests.
    var registered: Int { state.withLock(\.nextNumber) }

    /// The number of polls that wait.
    var waiterCount: Int { state.withLock { $0.polls.values.reduce(0) { $0 + $1.waiters.count } } }
}
