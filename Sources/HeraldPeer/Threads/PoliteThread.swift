import Foundation

/// Starts threads that leave the processors to others when there is not enough for all.
package enum PoliteThread {
    /// Starts the threads, because a new one inherits the nice value of the thread that starts it, and only root may lower that.
    private static let starter = SerialThread(name: "herald.starter")

    /// Starts a thread; it ends when `work` returns.
    /// - Parameter niceness: The nice value (nice(2)), 0 to 19. Beside threads with 0, a thread with 5 gets a third of their time and a thread with
    ///   10 a tenth. The threads that `work` starts inherit it.
    package static func start(name: String, niceness: Int32, _ work: @escaping @Sendable () -> Void) {
        starter.run {
            let thread = Thread {
                stepBack(by: niceness)
                work()
            }
            thread.name = name
            // As the threads of Swift's pool; readers of deep JSON are bounded.
            thread.stackSize = 2 << 20
            #if canImport(Darwin)
            thread.qualityOfService = .utility
            #endif
            thread.start()
        }
    }

    /// Gives the calling thread a higher nice value. It keeps it: only root may lower it again.
    package static func stepBack(by niceness: Int32) {
        // Dispatch's qualities of service do nothing on Linux, and a nice value is a thread's own there.
        #if canImport(Glibc)
        // Zero is the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
