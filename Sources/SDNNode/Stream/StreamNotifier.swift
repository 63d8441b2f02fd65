import Synchronization

/// Wakes the long polls of users for whom something has been committed.
///
/// No wake-up is lost: a poll registers its waiter before it reads the database, so what is committed after the read finds the waiter.
final class StreamNotifier: Sendable {
    private struct State {
        var waiting: [String: [ObjectIdentifier: StreamWaiter]] = [:]
        var isShutDown = false
        /// Counts the waiters, so that the smaller one has waited longer.
        var nextNumber = 0
        var observer: (@Sendable (Set<String>) -> Void)?
    }

    /// Polls of one user that wait; with one more the one that has waited longest answers.
    static let perUser = 64
    private let state = Mutex(State())

    init() {}

    /// A waiter that the next ``wake(users:)`` of this user fires. Give it back with ``remove(_:)``.
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

    /// Has somebody else told of the users who are woken, in good time and before any poll answers.
    func observe(_ observer: @escaping @Sendable (Set<String>) -> Void) { state.withLock { $0.observer = observer } }

    /// Call it after the commit, never before.
    func wake(users: Set<String>) {
        state.withLock { $0.isShutDown ? nil : $0.observer }?(users)
        let fired: [StreamWaiter] = state.withLock { state in
            // Of a large room few wait, of a small one few are members: walk the shorter side.
            if state.waiting.count < users.count {
                return state.waiting.filter { users.contains($0.key) }.flatMap(\.value.values)
            }
            return users.flatMap { user in state.waiting[user].map { Array($0.values) } ?? [] }
        }
        for waiter in fired { waiter.fire() }
    }

    /// Lets every long poll answer at once, now and from now on.
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

    /// How many waiters there have been; for tests.
    var registered: Int { state.withLock(\.nextNumber) }

    /// How many polls wait; for tests.
    var waiterCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }
}
