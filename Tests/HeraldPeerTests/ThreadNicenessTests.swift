#if canImport(Glibc)
import Foundation
@testable import HeraldPeer
import Synchronization
import Testing

@Suite("Nice values of threads")
struct ThreadNicenessTests {
    private final class Values: Sendable {
        private let list = Mutex<[Int32]>([])
        private let done = DispatchSemaphore(value: 0)

        func add(_ value: Int32) {
            list.withLock { $0.append(value) }
            done.signal()
        }

        /// Waits until there are so many.
        func first(_ count: Int) -> [Int32] {
            for _ in 0..<count { done.wait() }
            return list.withLock { $0 }
        }
    }

    private static var niceness: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    // Neither of the two is asynchronous: each runs on one thread.
    @Test func `a polite thread has its nice value, and the thread that started it keeps its own`() {
        let before = Self.niceness, values = Values()
        PoliteThread.start(name: "herald.test", niceness: 19) { values.add(Self.niceness) }
        #expect(values.first(1) == [19])
        #expect(Self.niceness == before)
    }

    @Test func `a serial thread keeps its creator's nice value, whichever thread calls it`() {
        let before = Self.niceness, values = Values(), thread = SerialThread(name: "herald.test")
        PoliteThread.start(name: "herald.test", niceness: 19) { thread.run { values.add(Self.niceness) } }
        #expect(values.first(1) == [before])
    }

    @Test func `a serial thread does its work in order, even after its owner is gone`() {
        let values = Values()
        var thread: SerialThread? = SerialThread(name: "herald.test")
        for number in Int32(0)..<100 { thread?.run { values.add(number) } }
        thread = nil
        #expect(values.first(100) == Array(Int32(0)..<100))
    }
}
#endif
