import Synchronization

/// Wakes the long polls of users when news for them has been committed.
///
/// No wake-up is lost. A poll registers its waiter before it reads the database, so a commit after the read finds the waiter.
final class StreamNotifier: Sendable {
    private struct State {
        var waiting: [String: [ObjectIdentifier: StreamWaiter]] = [:]
        var isShutDown = false
        /// The number of waiters so far. A waiter with a smaller number has waited longer.
        var nextNumber = 0
        var observer: (@Sendable (Set<String>) -> Void)?
    }

    /// The most polls of one user that wait. With one more, the poll that has waited longest is answered.
    static let perUser = 64
    private let state = Mutex(State())

    init() {}

    /// Registers a waiter for a user. The next ``wake(users:)`` that names the user ends its wait. The caller must call ``remove(_:)`` with the
    /// waiter.
    func register(_ user: String) -> StreamWaiter {
        let (waiter, gone) = state.withLock { state -> (StreamWaiter, StreamWaiter?) in
            state.nextNumber += 1
            let waiter = StreamWaiter(user: user, number: state.nextNumber)
            guard !state.isShutDown else { return (waiter, waiter) }
            let own = state.waiting[user, default: [:]]
            let gone = own.count < Self.perUser ? nil : own.values.min { $0.number < $1.number }
            if let gone { state.waiting[user]?[ObjectIdentifier(gone)] = nil }
            state.waiting[user, default: [:]][ObjectIdentifier(waiter)] = waiter
            return (waiter, gone)
        }
        gone?.giveUp()
        return waiter
    }

    func remove(_ waiter: StreamWaiter) {
        state.withLock { state in
            state.waiting[waiter.user]?[ObjectIdentifier(waiter)] = nil
            if state.waiting[waiter.user]?.isEmpty == true { state.waiting[waiter.user] = nil }
        }
    }

    /// Sets the observer that receives the users of each ``wake(users:)`` before any poll is answered.
    func observe(_ observer: @escaping @Sendable (Set<String>) -> Void) { state.withLock { $0.observer = observer } }

    /// Wakes the waiters of users. It must be called after the commit.
    func wake(users: Set<String>) {
        state.withLock { $0.isShutDown ? nil : $0.observer }?(users)
        let fired: [StreamWaiter] = state.withLock { state in
            // The loop runs over the smaller one of two sets: the waiting users or the given users.
            if state.waiting.count < users.count {
                return state.waiting.filter { users.contains($0.key) }.flatMap(\.value.values)
            }
            return users.flatMap { user in state.waiting[user].map { Array($0.values) } ?? [] }
        }
        for waiter in fired { waiter.fire() }
    }

    /// Makes every long poll answer at once, also those that begin later.
    func shutdown() {
        let all = state.withLock { state in
            state.isShutDown = true
            state.observer = nil
            defer { state.waiting = [:] }
            return state.waiting.values.flatMap(\.values)
        }
        for waiter in all { waiter.fire() }
    }

    var isShutDown: Bool { state.withLock(\.isShutDown) }

    /// The number of waiters so far; for tests.
    var registered: Int { state.withLock(\.nextNumber) }

    /// The number of polls that wait.
    var waiterCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }
}
