import Testing
@testable import SDNNode

@Suite("Wake-ups")
struct StreamNotifierTests {
    /// Long after every test's limit: who is not woken fails by that.
    private var late: ContinuousClock.Instant { .now + .seconds(3600) }

    @Test("a wake-up between registering and waiting is not lost", .timeLimit(.minutes(10)))
    func early() async {
        let notifier = StreamNotifier()
        let waiter = notifier.register("@a:x")
        notifier.wake(users: ["@a:x"])
        await waiter.wait(until: late)
    }

    @Test("only the users concerned are woken, be they more or fewer than the waiters", .timeLimit(.minutes(10)))
    func concerned() async {
        let notifier = StreamNotifier()
        let waiters = (0..<10).map { notifier.register("@u\($0):x") }
        notifier.wake(users: ["@u3:x"])
        await waiters[3].wait(until: late)
        notifier.wake(users: Set((4..<100).map { "@u\($0):x" }))
        for waiter in waiters[4...] { await waiter.wait(until: late) }
        // The others end by their own deadline.
        await waiters[0].wait(until: .now)
        for waiter in waiters { notifier.remove(waiter) }
        #expect(notifier.waiterCount == 0)
    }

    @Test("a wait ends at its deadline, and with its task and the node", .timeLimit(.minutes(10)))
    func ends() async {
        let notifier = StreamNotifier()
        await notifier.register("@a:x").wait(until: .now)
        let cancelled = notifier.register("@a:x"), deadline = late
        let task = Task { await cancelled.wait(until: deadline) }
        task.cancel()
        await task.value
        let waiting = notifier.register("@a:x")
        let other = Task { await waiting.wait(until: deadline) }
        notifier.shutdown()
        await other.value
        await notifier.register("@a:x").wait(until: deadline)
        #expect(notifier.isShutDown)
    }
}
