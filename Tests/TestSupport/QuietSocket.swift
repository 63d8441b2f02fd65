#if canImport(Darwin)
import Darwin
#endif

/// Sockets whose peer has gone.
package enum QuietSocket {
    /// Makes writing to a closed connection an error. On Apple systems it otherwise sends SIGPIPE, which ends the process; Linux has a flag for each
    /// call instead.
    package static func prepare(_ descriptor: Int32) {
        #if canImport(Darwin)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }
}
