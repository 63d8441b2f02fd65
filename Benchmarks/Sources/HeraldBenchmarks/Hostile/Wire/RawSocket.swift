#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// One TCP connection, from an address of this machine's choice.
///
/// By hand, because the package's HTTP client cannot choose the address that it calls from, and a hostile client breaks HTTP's rules.
final class RawSocket {
    struct Failure: Error {
        let step: String
        let code: Int32
    }

    let descriptor: Int32

    /// Connects to this machine.
    /// - Parameters:
    ///   - source: an address of 127.0.0.0/8. A system that has only 127.0.0.1 uses that.
    ///   - seconds: the time limit for connecting, and for each read and write.
    ///   - receiveBuffer: the bytes that the system takes before anybody reads; its own choice when `nil`.
    init(from source: String, to port: Int, seconds: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = Self.stream()
        guard descriptor >= 0 else { throw Failure(step: "socket", code: errno) }
        var time = timeval()
        time.tv_sec = seconds
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        Self.sendAtOnce(descriptor)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        _ = Self.withAddress(source, 0) { bind(descriptor, $0, $1) }
        guard Self.withAddress("127.0.0.1", port, { connect(descriptor, $0, $1) }) == 0 else {
            throw Failure(step: "connect", code: errno)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends everything.
    func put(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { throw Failure(step: "send", code: errno) }
            sent += count
        }
    }

    /// Sends as many bytes as fit now, at most `most`. Returns their number, or `nil` if the connection is gone.
    func putWhatFits(_ bytes: [UInt8], from start: Int, most: Int) -> Int? {
        guard start < bytes.count else { return 0 }
        let count = bytes[start..<min(bytes.count, start + most)].withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Self.now)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : nil
    }

    /// Waits for bytes. - Returns: at most 64 KiB; none at the end.
    func take() throws -> [UInt8] {
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            result = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            count = max(result, 0)
        }
        guard result >= 0 else { throw Failure(step: "receive", code: errno) }
        return bytes
    }

    /// True if bytes or the end of the stream have arrived. They are not taken.
    var hasNews: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Self.now | Self.look) >= 0 || errno != EAGAIN
    }

    /// True if the peer has closed the connection, even while there are bytes to read.
    var isOver: Bool {
        #if canImport(Darwin)
        var wanted = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0)
        #else
        var wanted = pollfd(fd: descriptor, events: Int16(0x2000), revents: 0)
        #endif
        return poll(&wanted, 1, 0) != 0
    }

    /// Returns a new TCP socket, or a negative number.
    static func stream() -> Int32 {
        #if canImport(Darwin)
        socket(AF_INET, SOCK_STREAM, 0)
        #else
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    /// Lets a connection send small messages without a delay.
    static func sendAtOnce(_ descriptor: Int32) {
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    static func withAddress<T>(_ text: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T)
        -> T
    {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static let now = Int32(MSG_DONTWAIT), look = Int32(MSG_PEEK)
}
