import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Listens on a free port of loopback.
package final class LoopbackListener: Sendable {
    package let port: Int
    private let descriptor: Int32

    package var url: String { "http://127.0.0.1:\(port)" }

    /// - Parameter accept: handles a connection, on the thread that accepts the next one afterwards.
    package init(_ accept: @escaping @Sendable (LoopbackConnection) -> Void) throws {
        let (descriptor, port) = try Self.bound()
        guard listen(descriptor, 512) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        self.descriptor = descriptor
        self.port = port
        Thread.detachNewThread {
            while let connection = Self.next(descriptor) { accept(connection) }
            // Here and not in `stop`: until now the number must not be given to another socket.
            _ = systemClose(descriptor)
        }
    }

    package func stop() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Returns a socket that is bound to a free port, and the port.
    static func bound() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withAddress(0) { bind(descriptor, $0, $1) == 0 }
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
        }
        guard descriptor >= 0, isBound, isNamed else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func next(_ descriptor: Int32) -> LoopbackConnection? {
        while true {
            let connection = accept(descriptor, nil, nil)
            if connection >= 0 { return LoopbackConnection(connection) }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    static func withAddress<T>(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = UInt16(clamping: port).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    #if canImport(Glibc)
    static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    static let stream = SOCK_STREAM
    #endif
}
