import Foundation
import Synchronization

/// A thread that does one piece of work after the other and lives as long as its owner.
///
/// A thread that Dispatch starts inherits the nice value of the thread that called for it, which may be one of a request or of a read. Work for
/// which everybody waits would then get no more time than these. This thread keeps the nice value of the thread that made it.
final class SerialThread: Sendable {
    /// What the thread itself holds, so that it ends with its owner.
    private final class Line: Sendable {
        private let work = Mutex<[@Sendable () -> Void]>([])
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
                if let body = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                    body()
                } else if isOver.load(ordering: .acquiring) {
                    return
                }
            }
        }
    }

    private let line = Line()

    init(name: String) {
        let thread = Thread { [line] in line.run() }
        thread.name = name
        thread.start()
    }

    deinit { line.end() }

    /// Runs `body` after what was given before.
    func run(_ body: @escaping @Sendable () -> Void) { line.add(body) }

    /// As ``run(_:)``, and returns when `body` is done. Must not be called on the thread itself.
    func runAndWait(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        run {
            body()
            done.signal()
        }
        done.wait()
    }
}
