import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Answers one request on loopback with a body that does not end, until nobody reads it any more.
final class EndlessServer: Sendable {
    struct Refused: Error {}

    let url: String
    private let listener: Int32
    private let count = Mutex(0)

    /// How many bytes of the body went out.
    var sent: Int { count.withLock { $0 } }

    init() throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        listener = socket(AF_INET, kind, 0)
        guard listener >= 0 else { throw Refused() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let fd = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(fd, raw, length) == 0 && listen(fd, 8) == 0 && getsockname(fd, raw, &length) == 0
            }
        }
        guard isBound else { throw Refused() }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        Thread.detachNewThread { [self] in serve() }
    }

    deinit { close(listener) }

    private func serve() {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 4096)
        guard recv(connection, &request, request.count, 0) > 0 else { return }
        guard send(connection, Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\"".utf8)) else {
            return
        }
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
        while sent < 256 << 20, send(connection, part) { count.withLock { $0 += part.count } }
    }

    private func send(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
        #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
        #else
        let flags: Int32 = 0
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { sendBytes(connection, $0, flags) }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    private func sendBytes(_ connection: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32) -> Int {
        #if canImport(Glibc)
        Glibc.send(connection, bytes.baseAddress, bytes.count, flags)
        #else
        Darwin.send(connection, bytes.baseAddress, bytes.count, flags)
        #endif
    }
}
