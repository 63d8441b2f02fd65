import Foundation
import Synchronization

/// Threads that may wait, for synchronous work. Each piece of work gets one of its own as long as no more pieces run at once than there are threads.
final class WorkerThreads: Sendable {
    /// The part that the threads themselves retain, so that they end with their owner.
    private final class Queue: Sendable {
        private let work = Mutex<[@Sendable () -> Void]>([])
        private let calls = DispatchSemaphore(value: 0)

        func add(_ body: @escaping @Sendable () -> Void) {
            work.withLock { $0.append(body) }
            calls.signal()
        }

        /// Wakes a thread that finds no work, which then ends.
        func end() { calls.signal() }

        func run() {
            while true {
                calls.wait()
                guard let body = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                body()
            }
        }
    }

    private let queue = Queue()
    private let count: Int

    init(count: Int) {
        self.count = count
        for _ in 0..<count {
            let thread = Thread { [queue] in queue.run() }
            thread.name = "herald-postgres-work"
            // The stack of Swift's own threads. The depth of JSON is limited to fit it.
            thread.stackSize = 2 << 20
            thread.start()
        }
    }

    deinit { for _ in 0..<count { queue.end() } }

    /// Runs `body` on one of the threads.
    func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            add { done.resume(with: Result { try body() }) }
        }
    }

    /// Runs `body` on one of the threads, after the work that was added earlier has begun.
    func add(_ body: @escaping @Sendable () -> Void) { queue.add(body) }
}
