import NIOCore
import NIOEmbedded
import Testing

@testable import HeraldPeer

@Suite("The deadline of a connection")
struct MovingDeadlineTests {
    private final class Passes { var count = 0 }

    private let loop = EmbeddedEventLoop(), deadline = MovingDeadline(), passes = Passes()

    private func set(_ seconds: Int64) {
        deadline.set(in: .seconds(seconds), on: loop) { [passes] in passes.count += 1 }
    }

    /// Returns how often the deadline has passed after a time.
    private func passed(after seconds: Int64) -> Int {
        loop.advanceTime(by: .seconds(seconds))
        return passes.count
    }

    @Test("a deadline that is moved to a later time passes then, and once")
    func later() {
        set(5)
        #expect(passed(after: 4) == 0)
        set(10)
        #expect(passed(after: 9) == 0)
        #expect(passed(after: 1) == 1)
        #expect(passed(after: 60) == 1)
    }

    @Test("a deadline that is moved to an earlier time passes then, and once")
    func earlier() {
        set(60)
        set(5)
        #expect(passed(after: 4) == 0)
        #expect(passed(after: 1) == 1)
        #expect(passed(after: 60) == 1)
    }

    @Test("a cleared deadline never passes, and one that is set again passes at its new time")
    func cleared() {
        set(5)
        deadline.clear()
        #expect(passed(after: 3) == 0)
        set(5)
        #expect(passed(after: 4) == 0)
        #expect(passed(after: 1) == 1)
        set(5)
        deadline.clear()
        #expect(passed(after: 60) == 1)
    }

    @Test("a deadline that sets itself again when it passes goes on")
    func repeated() {
        func again() {
            deadline.set(in: .seconds(5), on: loop) {
                passes.count += 1
                again()
            }
        }
        again()
        #expect((1...4).map { _ in passed(after: 5) } == [1, 2, 3, 4])
        deadline.end()
        #expect(passed(after: 60) == 4)
    }

    @Test("a deadline that is cleared keeps nothing of its connection")
    func released() {
        weak var held: Passes?
        do {
            let connection = Passes()
            held = connection
            deadline.set(in: .seconds(5), on: loop) { connection.count += 1 }
        }
        #expect(held != nil)
        deadline.clear()
        #expect(held == nil)
    }
}
