import Foundation

/// Starts threads that leave the processors to others when there is not enough for all.
package enum PoliteThread {
    /// Starts a thread; it ends when `work` returns.
    /// - Parameter niceness: The nice value (nice(2)), 0 to 19. A thread with 5 gets a third of the time that one with 0 gets, a thread with 10 a
    ///   tenth. The threads that `work` starts inherit it.
    package static func start(name: String, niceness: Int32, _ work: @escaping @Sendable () -> Void) {
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

    /// Dispatch's qualities of service do nothing on Linux, and a nice value is a thread's own there.
    private static func stepBack(by niceness: Int32) {
        #if canImport(Glibc)
        // Zero is the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        #endif
    }
}
