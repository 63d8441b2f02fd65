import Foundation

/// Starts threads with low priority, which give way to others when the processors are busy.
package enum PoliteThread {
    /// The thread that starts all other threads. A new thread inherits the nice value of the thread that starts it, and only root may lower a nice
    /// value. This thread therefore keeps the nice value 0.
    private static let starter = SerialThread(name: "herald.starter")

    /// Starts a thread. The thread ends when `work` returns.
    /// - Parameter niceness: The nice value (nice(2)), 0 to 19. Beside threads with 0, a thread with 5 gets a third of their time and a thread with
    ///   10 a tenth. The threads that `work` starts inherit it.
    package static func start(name: String, niceness: Int32, _ work: @escaping @Sendable () -> Void) {
        starter.run {
            let thread = Thread {
                stepBack(by: niceness)
                work()
            }
            thread.name = name
            // The stack has the same size as in Swift's thread pool. The limit on the depth of JSON is chosen for this size.
            thread.stackSize = 2 << 20
            #if canImport(Darwin)
            thread.qualityOfService = .utility
            #endif
            thread.start()
        }
    }

    /// Gives the calling thread a higher nice value, permanently. Only root may lower it again.
    package static func stepBack(by niceness: Int32) {
        // Dispatch's quality of service has no effect on Linux, where each thread has a nice value of its own.
        #if canImport(Glibc)
        // 0 stands for the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
