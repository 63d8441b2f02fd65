#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Sockets of one thread, and the bytes that have arrived on each but make no whole message yet.
///
/// One thread with `poll` costs little beside the server under measurement, with which the other processes share the machine.
final class PollSet {
    private var wanted: [pollfd] = []
    private var pending: [[UInt8]] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    var count: Int { wanted.count }

    func add(_ descriptor: Int32) {
        wanted.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        pending.append([])
    }

    func descriptor(_ index: Int) -> Int32 { wanted[index].fd }

    /// Takes a socket out, without closing it. The last one gets its index.
    func remove(_ index: Int) {
        wanted.swapAt(index, wanted.count - 1)
        pending.swapAt(index, pending.count - 1)
        wanted.removeLast()
        pending.removeLast()
    }

    /// Waits until something has arrived, at most for `milliseconds`; forever if the number is negative.
    /// Returns the indices of the sockets, the largest first, so that each may be removed.
    func wait(_ milliseconds: Int32 = -1) -> [Int] {
        guard poll(&wanted, nfds_t(wanted.count), milliseconds) > 0 else { return [] }
        return wanted.indices.reversed().filter { wanted[$0].revents != 0 }
    }

    /// Reads what has arrived on a socket, and calls `body` with each whole message.
    /// - Returns: false if the connection has ended.
    func receive(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) rethrows -> Bool {
        let count = recv(wanted[index].fd, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        if pending[index].isEmpty {
            let used = try buffer.withUnsafeBufferPointer { try Self.messages(in: .init(rebasing: $0[..<count]), body) }
            if used < count { pending[index] = Array(buffer[used..<count]) }
        } else {
            pending[index] += buffer[..<count]
            let used = try pending[index].withUnsafeBufferPointer { try Self.messages(in: $0, body) }
            pending[index].removeFirst(used)
        }
        return true
    }

    /// Returns the number of bytes of the whole messages.
    private static func messages(
        in bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows -> Int {
        var used = 0
        while used < bytes.count, let length = MessageScan.length(of: .init(rebasing: bytes[used...])) {
            try body(.init(rebasing: bytes[used..<(used + length)]))
            used += length
        }
        return used
    }

    /// Sends everything; the other end takes small messages at once.
    /// - Returns: false if the connection has ended.
    @discardableResult
    static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0) }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #else
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #endif
    }
}
