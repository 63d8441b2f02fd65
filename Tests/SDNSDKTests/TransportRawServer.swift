import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A server on loopback that answers every connection with the same bytes, whatever HTTP says to that.
final class RawServer: Sendable {
    let port: Int
    private let listener: Int32
    private let received = Mutex<[String]>([])

    /// - Parameter answer: the bytes for a request head; `nil` closes the connection without an answer.
    init(_ answer: @escaping @Sendable (String) -> [UInt8]?) throws {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        let listener = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 }
        }
        guard listener >= 0, isBound, listen(listener, 16) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        self.port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                let head = Self.head(of: connection)
                self?.received.withLock { $0.append(head) }
                if let bytes = answer(head) { _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Self.noSignal) } }
                shutdown(connection, Int32(SHUT_RDWR))
                closeDescriptor(connection)
            }
        }
    }

    /// The request heads that came.
    var heads: [String] { received.withLock { $0 } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        closeDescriptor(listener)
    }

    private static func head(of connection: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0, bytes.count < 1 << 16 else { break }
            bytes += buffer.prefix(count)
            if String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    #if canImport(Glibc)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        private static let noSignal: Int32 = 0
    #endif
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
