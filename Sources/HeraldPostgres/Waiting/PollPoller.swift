import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits with poll(2), where there is no epoll. Each ``arm(_:writes:)`` wakes the thread that waits.
final class PollPoller: SocketPoller {
    private let interests = Mutex<[Int32: Int16]>([:])
    private let reading: Int32
    private let writing: Int32

    /// Returns `nil` if the process has no descriptor left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    func arm(_ descriptor: Int32, writes: Bool) -> Bool {
        interests.withLock { $0[descriptor] = Int16(writes ? POLLIN | POLLOUT : POLLIN) }
        wake()
        return true
    }

    func disarm(_ descriptor: Int32) { interests.withLock { $0[descriptor] = nil } }

    func wake() {
        var byte: UInt8 = 0
        // A full pipe wakes as well.
        _ = write(writing, &byte, 1)
    }

    func wait(milliseconds: Int32) -> [Int32] {
        var sockets = interests.withLock { $0.map { pollfd(fd: $0.key, events: $0.value, revents: 0) } }
        sockets.append(pollfd(fd: reading, events: Int16(POLLIN), revents: 0))
        guard poll(&sockets, nfds_t(sockets.count), milliseconds) > 0 else { return [] }
        if sockets.removeLast().revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(reading, &bytes, bytes.count) == bytes.count {}
        }
        let ready = sockets.filter { $0.revents != 0 }.map(\.fd)
        interests.withLock { interests in for descriptor in ready { interests[descriptor] = nil } }
        return ready
    }
}
