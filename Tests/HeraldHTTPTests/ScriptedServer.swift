import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on loopback that answers as a script says, bytes for bytes, one connection after the other.
final class ScriptedServer: Sendable {
    struct Request: Sendable {
        /// Counted from 0.
        let connection: Int
        let head: String
        let body: String

        var line: String { String(head.prefix { $0 != "\r" && $0 != "\r\n" }) }
    }

    enum Step: Sendable {
        case answer(String)
        /// Answers and closes the connection.
        case last(String)
        case close
        case silence
    }

    let port: Int
    private let isStopped = Flag()
    private let received = Mutex<[Request]>([])

    /// - Parameter script: what to do about a request, with the number of those that came before it.
    init(_ script: @escaping @Sendable (Request, Int) -> Step) throws {
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
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard listener >= 0, isBound, listen(listener, 512) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self, isStopped] in
            // Closed here and nowhere else: the number of a closed descriptor is another server's a moment later.
            defer { closeDescriptor(listener) }
            var count = 0
            while !isStopped.isSet {
                var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, 100) > 0 else { continue }
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { continue }
                let number = count
                count += 1
                Thread.detachNewThread { [weak self] in
                    guard let self else { return closeDescriptor(connection) }
                    serve(connection, number, script)
                }
            }
        }
    }

    var requests: [Request] { received.withLock { $0 } }

    func stop() {
        isStopped.set()
    }

    private func serve(_ connection: Int32, _ number: Int, _ script: (Request, Int) -> Step) {
        defer {
            shutdown(connection, Int32(SHUT_RDWR))
            closeDescriptor(connection)
        }
        while let request = Self.read(connection, number) {
            let before = received.withLock { requests in
                requests.append(request)
                return requests.count - 1
            }
            switch script(request, before) {
            case .answer(let text): Self.write(text, connection)
            case .last(let text): return Self.write(text, connection)
            case .close: return
            case .silence:
                var byte: UInt8 = 0
                _ = recv(connection, &byte, 1, 0)
                return
            }
        }
    }

    private static func write(_ text: String, _ connection: Int32) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal) }
    }

    private static func read(_ connection: Int32, _ number: Int) -> Request? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
            if parts.count > 1 {
                let body = parts.dropFirst().joined(separator: "\r\n\r\n")
                let length = parts[0].components(separatedBy: "\r\n").first {
                    $0.lowercased().hasPrefix("content-length:")
                }
                .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                if body.utf8.count >= length ?? 0 { return Request(connection: number, head: parts[0], body: body) }
            }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
    }

    #if canImport(Glibc)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
    private static let noSignal: Int32 = 0
    #endif
}

private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
}
