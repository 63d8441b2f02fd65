import Synchronization
import Testing
@testable import HeraldPeer

@Suite("Turns of waiting requests")
struct TurnQueueTests {
    /// A key that counts how often it is hashed or compared.
    private struct Key: Hashable {
        final class Work: Sendable {
            let count = Atomic(0)
            func add() { count.add(1, ordering: .relaxed) }
        }

        let name: Int
        let work: Work

        func hash(into hasher: inout Hasher) {
            work.add()
            hasher.combine(name)
        }

        static func == (left: Key, right: Key) -> Bool {
            left.work.add()
            return left.name == right.name
        }
    }

    /// Lets so many elements wait, takes all turns, and returns the work on keys for each element.
    private func work(waiting: Int, keys: Int) -> Int {
        let work = Key.Work()
        var queue = TurnQueue<Key, Int>(atOnce: 5, perKey: 2), begun: [Key] = [], taken = 0
        for number in 0..<waiting { _ = queue.append(number, of: Key(name: number % keys, work: work)) }
        while true {
            while let next = queue.begin() {
                begun.append(next.key)
                taken += 1
            }
            guard let key = begun.popLast() else { break }
            queue.end(key)
        }
        #expect(taken == waiting && queue.count == 0)
        return work.count.load(ordering: .relaxed) / waiting
    }

    @Test("a turn does not look at the keys of all waiting requests", arguments: [1, 32, 4_000])
    func work(keys: Int) {
        #expect(work(waiting: 4_000, keys: keys) < 100)
    }

    @Test("the next turn belongs to the key with the fewest turns in progress, and then to the oldest request")
    func order() {
        var queue = TurnQueue<String, Int>(atOnce: 3, perKey: 2)
        func next() -> Int? { queue.begin()?.element }
        for number in 1...4 { _ = queue.append(number, of: "a") }
        _ = queue.append(5, of: "b")
        #expect(next() == 1)
        #expect(next() == 5)
        #expect(next() == 2)
        #expect(next() == nil)
        queue.end("b")
        // The key has as many turns in progress as it may have.
        #expect(next() == nil)
        #expect(queue.hasPlace(for: "b") && !queue.hasPlace(for: "a"))
        queue.end("a")
        #expect(next() == 3)
        #expect(queue.count == 1 && queue.count(of: "a") == 1)
    }

    @Test("a request that gives up loses only its own place")
    func removal() {
        var queue = TurnQueue<String, Int>(atOnce: 1, perKey: 1)
        func next() -> Int? { queue.begin()?.element }
        let first = queue.append(1, of: "a"), second = queue.append(2, of: "a")
        _ = queue.append(3, of: "a")
        _ = queue.append(4, of: "b")
        queue.remove(second, of: "a")
        queue.remove(first, of: "a")
        queue.remove(first, of: "a")
        #expect(queue.count == 2)
        #expect(next() == 3)
        queue.end("a")
        #expect(next() == 4)
        queue.end("b")
        #expect(next() == nil)
        #expect(queue.count == 0)
    }

    @Test("any sequence of requests gets the turns that a search through all waiting requests would find")
    func model() {
        var generator = Steps(), queue = TurnQueue<Int, Int>(atOnce: 4, perKey: 2)
        var waiting: [(number: UInt64, key: Int)] = [], running: [Int] = []
        for step in 0..<5_000 {
            switch generator.next(below: 4) {
            case 0, 1:
                let key = generator.next(below: 6)
                waiting.append((queue.append(step, of: key), key))
            case 2:
                if !running.isEmpty { queue.end(running.remove(at: generator.next(below: running.count))) }
            default:
                if step % 5 == 0, !waiting.isEmpty {
                    let gone = waiting.remove(at: generator.next(below: waiting.count))
                    queue.remove(gone.number, of: gone.key)
                }
            }
            while true {
                func turns(_ key: Int) -> Int { running.count { $0 == key } }
                let best = waiting.indices.filter { turns(waiting[$0].key) < 2 }
                    .min { (turns(waiting[$0].key), $0) < (turns(waiting[$1].key), $1) }
                let expected = running.count < 4 ? best : nil
                let found = queue.begin()
                #expect(found?.key == expected.map { waiting[$0].key })
                guard let expected, let found else { break }
                waiting.remove(at: expected)
                running.append(found.key)
            }
            #expect(queue.count == waiting.count)
        }
    }

    /// A fixed sequence of numbers without a visible order.
    private struct Steps {
        private var state: UInt64 = 42

        mutating func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }
}
