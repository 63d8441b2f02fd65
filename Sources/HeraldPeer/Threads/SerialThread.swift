import DequeModule
import Foundation
import Synchronization

/// A thread that runs one piece of work after another and lives as long as its owner.
///
/// A thread that Dispatch starts inherits the nice value of the calling thread, which may be a low-priority request thread. Work that all requests
/// wait for would then get little time. This thread keeps the nice value of the thread that created it.
final class SerialThread: Sendable {
    /// The queue of the thread. The thread retains only this queue and not the whole object, so that the object can be released. Its
    /// release ends the thread.
    private final class Queue: Sendable {
        private let work = Mutex<Deque<@Sendable () -> Void>>([])
        private let isOver = Atomic(false)
        private let calls = DispatchSemaphore(value: 0)

        func add(_ body: @escaping @Sendable () -> Void) {
            work.withLock { $0.append(body) }
            calls.signal()
        }

        func end() {
            isOver.store(true, ordering: .releasing)
            calls.signal()
        }

        func run() {
            while true {
                calls.wait()
                if let body = work.withLock({ $0.popFirst() }) {
                    body()
                } else if isOver.load(ordering: .acquiring) {
                    return
                }
            }
        }
    }

    private let queue = Queue()

    init(name: String) {
        let thread = Thread { [queue] in queue.run() }
        thread.name = name
        thread.start()
    }

    deinit { queue.end() }

    /// Runs `body` after all work that was added before.
    func run(_ body: @escaping @Sendable () -> Void) { queue.add(body) }

    /// Runs `body` like ``run(_:)`` and returns when it is done. Must not be called on this thread itself.
    func runAndWait(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        run {
            body()
            done.signal()
        }
        done.wait()
    }
}
