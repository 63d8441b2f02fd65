#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The deadline of a test for an event that must happen. Only a broken program reaches it, even in a crowded test process.
package enum TestDeadline {
    private static let seconds = 240
    package static let time = Duration.seconds(seconds)
    package static let milliseconds = Int32(seconds * 1_000)
    /// The deadline in seconds, as Foundation takes it.
    package static let interval = Double(seconds)
    /// A time that no test waits out, for limits that must not take effect during a test.
    package static let beyond = time * 2

    /// Lets reads from a blocking socket, and writes to it, fail after ``time``.
    package static func limitWaits(of descriptor: Int32) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }
}
