#if os(Linux)
import Foundation
import Glibc
import Synchronization

/// A web server of one answer per connection, for the client that talks to it; not shared with the wallet's own.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        let line: String
        let headers: String
        let body: String
    }

    let port: Int
    private let descriptor: Int32
    private let seen = Mutex<[Request]>([])

    var requests: [Request] { seen.withLock { $0 } }
    var url: String { "http://127.0.0.1:\(port)" }

    init(answer: @escaping @Sendable (Request) -> (status: String, body: String)) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard bound else { throw CocoaError(.fileNoSuchFile) }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(descriptor, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { [self] in serve(connection, answer) }
            }
        }
    }

    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private func serve(_ connection: Int32, _ answer: (Request) -> (status: String, body: String)) {
        defer { close(connection) }
        var received = ""
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            received += String(decoding: buffer.prefix(count), as: UTF8.self)
            guard let end = received.range(of: "\r\n\r\n") else { continue }
            let head = received[..<end.lowerBound].split(separator: "\r\n", maxSplits: 1).map(String.init)
            let headers = head.count > 1 ? head[1].lowercased() : ""
            let length =
                headers.components(separatedBy: "content-length: ").last?.split(separator: "\r\n").first.flatMap {
                    Int($0)
                } ?? 0
            let body = received[end.upperBound...]
            guard !headers.contains("content-length") || body.utf8.count >= length else { continue }
            let request = Request(line: head[0], headers: headers, body: String(body))
            seen.withLock { $0.append(request) }
            let (status, text) = answer(request)
            let reply = "HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
            _ = reply.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
            return
        }
    }
}
#endif
