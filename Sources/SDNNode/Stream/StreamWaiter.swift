import HeraldLocks
import Synchronization

/// One long poll that waits for news of its user. It fires once. If it fires before ``wait(until:)`` is called, that call returns at once.
final class StreamWaiter: Sendable {
    let user: String
    private let waiter = Waiter<Void>()
    private let isOut = Atomic(false)
    private let hasNews = Atomic(false)

    /// The order of registration. A smaller number is older.
    let number: Int

    init(user: String, number: Int = 0) {
        self.user = user
        self.number = number
    }

    /// True if the poll must stop waiting and answer with the present state.
    var isGivenUp: Bool { isOut.load(ordering: .acquiring) }

    /// True if there has been news for the user since the waiter was registered. The notifier sets it before the waiter fires.
    var isNamed: Bool {
        get { hasNews.load(ordering: .acquiring) }
        set { hasNews.store(newValue, ordering: .releasing) }
    }

    /// Ends the wait permanently.
    func giveUp() {
        isOut.store(true, ordering: .releasing)
        fire()
    }

    func fire() { waiter.resume() }

    /// Returns when the waiter fires, `deadline` has passed or the task is cancelled.
    func wait(until deadline: ContinuousClock.Instant) async {
        let tick = WaitTimer.shared.add(waiter, until: deadline)
        defer { WaitTimer.shared.remove(waiter, at: tick) }
        await waiter.wait(orWhenCancelled: ())
    }
}
