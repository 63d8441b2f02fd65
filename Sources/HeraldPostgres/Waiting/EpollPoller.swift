#if os(Linux)
import CPostgres

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Waits with epoll(7). A socket is armed without waking the thread that waits.
final class EpollPoller: SocketPoller {
    /// The sockets that one wait reports. Others follow in the next.
    private static let batch = 64
    private let epoll: Int32
    private let event: Int32

    /// Returns `nil` if the process has no descriptor left.
    init?() {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        let event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        var interest = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: event))
        guard epoll >= 0, event >= 0, epoll_ctl(epoll, EPOLL_CTL_ADD, event, &interest) == 0 else {
            close(epoll)
            close(event)
            return nil
        }
        (self.epoll, self.event) = (epoll, event)
    }

    deinit {
        close(epoll)
        close(event)
    }

    func arm(_ descriptor: Int32, writes: Bool) -> Bool {
        let events = EPOLLIN.rawValue | EPOLLONESHOT.rawValue | (writes ? EPOLLOUT.rawValue : 0)
        var interest = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        // A connection's socket stays registered until it is closed. The number may then come back as another socket.
        if epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &interest) == 0 { return true }
        return errno == ENOENT && epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &interest) == 0
    }

    func disarm(_ descriptor: Int32) {
        var interest = epoll_event()
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &interest)
    }

    func wake() { eventfd_write(event, 1) }

    func wait(milliseconds: Int32) -> [Int32] {
        var events = [epoll_event](repeating: epoll_event(), count: Self.batch)
        let count = epoll_wait(epoll, &events, Int32(Self.batch), milliseconds)
        guard count > 0 else { return [] }
        var ready: [Int32] = []
        for event in events.prefix(Int(count)) {
            if event.data.fd == self.event {
                var value: eventfd_t = 0
                eventfd_read(self.event, &value)
            } else {
                ready.append(event.data.fd)
            }
        }
        return ready
    }
}
#endif
