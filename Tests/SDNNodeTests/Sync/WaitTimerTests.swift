import HeraldLocks
import Testing
@testable import SDNNode

@Suite("Deadlines of waits")
struct WaitTimerTests {
    @Test("waits end at their own deadlines and not before, in whatever order they begin", .timeLimit(.minutes(10)))
    func order() async {
        let timer = WaitTimer(), start = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for milliseconds in [300, 20, 150, 150, 0, 80] {
                group.addTask {
                    let deadline = start + .milliseconds(milliseconds), waiter = Waiter<Void>()
                    let tick = timer.add(waiter, until: deadline)
                    await waiter.wait()
                    #expect(ContinuousClock.now >= deadline)
                    timer.remove(waiter, at: tick)
                }
            }
        }
    }

    @Test("a wait whose waiter was removed is not ended, and the next one is", .timeLimit(.minutes(10)))
    func removed() async {
        let timer = WaitTimer(), now = ContinuousClock.now
        let first = Waiter<Void>(), second = Waiter<Void>()
        timer.remove(first, at: timer.add(first, until: now + .milliseconds(10)))
        let tick = timer.add(second, until: now + .milliseconds(40))
        await second.wait()
        timer.remove(second, at: tick)
        #expect(!first.isOver)
    }

    @Test("a deadline that has passed, and one that is very far away, are no errors", .timeLimit(.minutes(10)))
    func extremes() async {
        let timer = WaitTimer(), far = Waiter<Void>(), past = Waiter<Void>()
        let tick = timer.add(far, until: .now + .seconds(1_000_000_000_000))
        let other = timer.add(past, until: .now - .seconds(1))
        await past.wait()
        timer.remove(far, at: tick)
        timer.remove(past, at: other)
        #expect(!far.isOver)
    }
}
