import Testing

@testable import HeraldLocks

@Suite("A value with its lock") struct MutexTests {
    /// An error with a type that callers see.
    private struct Refusal: Error, Equatable { let count: Int }

    @Test("every change counts when many threads change the value at once")
    func exclusion() async {
        final class Counter: Sendable { let count = Mutex(0) }
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<10_000 { counter.count.withLock { $0 += 1 } } }
            }
        }
        #expect(counter.count.withLock { $0 } == 80_000)
    }

    @Test("an error keeps its type, opens the lock, and leaves what was changed before it")
    func errors() {
        let count = Mutex(1)
        func refuse() throws(Refusal) -> Int {
            try count.withLock { value throws(Refusal) -> Int in
                value += 1
                throw Refusal(count: value)
            }
        }
        do throws(Refusal) {
            _ = try refuse()
            Issue.record("no error")
        } catch {
            #expect(error == Refusal(count: 2))
        }
        #expect(count.withLock { $0 } == 2)
    }

    @Test("the value is changed in place, and released with the lock")
    func value() {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let object = Held()
            held = object
            let list = Mutex([object])
            list.withLock { $0.append(object) }
            #expect(list.withLock { $0.count } == 2)
        }
        #expect(held == nil)
    }

    @Test("two locks do not wait for each other")
    func nesting() {
        let outer = Mutex("a"), inner = Mutex("b")
        let both = outer.withLock { first in inner.withLock { second in first + second } }
        #expect(both == "ab")
    }
}
