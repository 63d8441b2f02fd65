import Testing
@testable import HeraldPeer

@Suite("A queue whose keys take turns")
struct FairQueueTests {
    private func all(_ queue: inout FairQueue<String, Int>) -> [Int] {
        var order: [Int] = []
        while let element = queue.popFirst() { order.append(element) }
        return order
    }

    @Test("the keys take turns, and the elements of one key stay in their order")
    func turns() {
        var queue = FairQueue<String, Int>()
        for number in 1...4 { queue.append(number, to: "a") }
        for number in 11...12 { queue.append(number, to: "b") }
        queue.append(21, to: "c")
        #expect(queue.count == 7 && queue.count(of: "a") == 4 && queue.count(of: "d") == 0)
        #expect(all(&queue) == [1, 11, 21, 2, 12, 3, 4])
        #expect(queue.count == 0 && queue.popFirst() == nil)
    }

    @Test("a key whose queue was empty gets the last turn")
    func returns() {
        var queue = FairQueue<String, Int>()
        queue.append(1, to: "a")
        queue.append(11, to: "b")
        queue.append(12, to: "b")
        #expect(queue.popFirst() == 1)
        queue.append(2, to: "a")
        #expect(all(&queue) == [11, 2, 12])
        queue.append(3, to: "a")
        #expect(all(&queue) == [3])
    }

    @Test(
        "the newest element of the longest queue is removed only if the queue has more elements than the given number")
    func longest() {
        var queue = FairQueue<String, Int>()
        for number in 1...3 { queue.append(number, to: "a") }
        queue.append(11, to: "b")
        #expect(queue.popLastOfLongest(over: 3) == nil)
        #expect(queue.popLastOfLongest(over: 2) == 3)
        #expect(queue.count == 3 && queue.count(of: "a") == 2)
        #expect(queue.popLastOfLongest(over: 0) == 2)
        // The last element of a queue is never removed in this way.
        #expect(queue.popLastOfLongest(over: 0) == nil)
        #expect(all(&queue) == [1, 11])
    }
}
