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

    // MARK: Answers that left nothing to read

    private let user = "@a:x", token = StreamToken(7), other = StreamToken(8)

    /// Answers a poll of the user's session 1 with ``token``.
    /// - Parameter read: runs between the poll's registration and its answer.
    private func answer(_ notifier: StreamNotifier, _ read: () -> Void = {}) {
        let waiter = notifier.register(user)
        read()
        notifier.remember(token, to: 1, waiter, writes: 3)
        notifier.remove(waiter)
    }

    /// Returns true if a poll needs no read.
    private func hasRead(_ notifier: StreamNotifier, _ token: StreamToken?, session: Int64 = 1, writes: UInt64 = 3)
        -> Bool
    {
        let waiter = notifier.register(user)
        defer { notifier.remove(waiter) }
        return notifier.hasRead(token, session, waiter, writes: writes)
    }

    @Test("a poll with the token of its session's last answer needs no read, once")
    func remembered() {
        let notifier = StreamNotifier()
        answer(notifier)
        #expect(!hasRead(notifier, token, session: 2))
        #expect(hasRead(notifier, token))
        #expect(!hasRead(notifier, token))
        for wrong in [other, nil] {
            answer(notifier)
            #expect(!hasRead(notifier, wrong))
        }
        answer(notifier)
        #expect(!hasRead(notifier, token, writes: 4), "Something was written.")
    }

    @Test("a poll reads if its user was woken since the last answer's poll was registered, and not for another user")
    func woken() {
        let notifier = StreamNotifier()
        answer(notifier) { notifier.wake(users: [user]) }
        #expect(!hasRead(notifier, token), "The answer may lack the news.")
        answer(notifier)
        notifier.wake(users: [user])
        #expect(!hasRead(notifier, token))
        answer(notifier)
        notifier.wake(users: Set((0..<100).map { "@u\($0):x" }))
        #expect(hasRead(notifier, token))
        let polling = notifier.register(user)
        answer(notifier)
        notifier.wake(users: [user])
        #expect(!hasRead(notifier, token), "Another poll of the user waits meanwhile.")
        notifier.remove(polling)
        let givenUp = notifier.register(user)
        notifier.remove(givenUp)
        notifier.remember(token, to: 1, givenUp, writes: 3)
        #expect(!hasRead(notifier, token), "The waiter would not have been told of news.")
    }

    @Test("the number of remembered answers has a limit, beyond which polls read again")
    func limited() {
        let notifier = StreamNotifier()
        let waiting = notifier.register(user)
        for session in 0..<Int64(StreamNotifier.remembered) {
            notifier.remember(token, to: session, waiting, writes: 3)
        }
        #expect(hasRead(notifier, token, session: 5))
        notifier.remember(token, to: 5, waiting, writes: 3)
        notifier.remember(token, to: -1, waiting, writes: 3)
        #expect(hasRead(notifier, token, session: -1))
        #expect(!hasRead(notifier, token, session: 6))
        #expect(notifier.waiterCount == 1)
        notifier.remove(waiting)
        #expect(notifier.waiterCount == 0)
    }
}
