import Foundation
import TestSupport
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A keep-alive HTTP/1.1 connection on a bare socket: fast, and free to send what no HTTP library would.
///
/// Its calls block, so it belongs on a thread of its own and never on the cooperative pool, where the node under test runs.
final class RawConnection {
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    enum Failure: Error {
        case cannotConnect, closed, timedOut, malformed(String)
    }

    private var descriptor: Int32 = -1
    private var buffer: [UInt8] = []
    let port: Int

    init(port: Int) throws {
        self.port = port
        try reconnect()
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func reconnect() throws {
        if descriptor >= 0 { close(descriptor) }
        buffer.removeAll(keepingCapacity: true)
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        QuietSocket.prepare(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, connected == 0 else { throw Failure.cannotConnect }
        TestDeadline.limitWaits(of: descriptor)
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    }

    /// True if all bytes were sent; the peer may close before it has read all.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
            #else
            let flags: Int32 = 0
            #endif
            let count = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, flags)
            }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Says that nothing more comes.
    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads one answer. - Throws: ``Failure``; `closed` when the other side hung up before one was whole.
    /// - Parameter hasBody: `false` for the answer to a HEAD.
    func read(hasBody: Bool = true) throws -> Answer {
        while true {
            if let end = headEnd() {
                let head = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
                guard let line = head.first?.split(separator: " "), line.count >= 2, line[0] == "HTTP/1.1",
                    let status = Int(line[1])
                else {
                    throw Failure.malformed("status line")
                }
                let lengths = head.dropFirst().filter { $0.lowercased().hasPrefix("content-length:") }
                let length =
                    lengths.first.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                    ?? (status == 204 || status < 200 ? 0 : -1)
                guard length >= 0 else { throw Failure.malformed("no content length") }
                let whole = end + 4 + (hasBody ? length : 0)
                while buffer.count < whole { try fill() }
                let body = Array(buffer[(end + 4)..<whole])
                buffer.removeFirst(whole)
                return Answer(status: status, body: body)
            }
            try fill()
        }
    }

    /// Reads the body of one answer that comes in chunks.
    /// - Parameter between: is called after each read from the socket.
    func readChunked(_ between: () -> Void) throws -> [UInt8] {
        while headEnd() == nil { try fill() }
        buffer.removeFirst((headEnd() ?? 0) + 4)
        var body: [UInt8] = [], at = 0
        func line() throws -> String {
            while true {
                if let end = buffer[at...].firstIndex(of: 13), end + 1 < buffer.count {
                    defer { at = end + 2 }
                    return String(decoding: buffer[at..<end], as: UTF8.self)
                }
                try fill()
                between()
            }
        }
        while let length = Int(try line(), radix: 16), length > 0 {
            while buffer.count < at + length + 2 {
                try fill()
                between()
            }
            body += buffer[at..<(at + length)]
            buffer.removeFirst(at + length + 2)
            at = 0
        }
        return body
    }

    private func headEnd() -> Int? {
        guard buffer.count >= 4 else { return nil }
        for index in 0...(buffer.count - 4)
        where buffer[index] == 13 && buffer[index + 1] == 10 && buffer[index + 2] == 13 && buffer[index + 3] == 10 {
            return index
        }
        return nil
    }

    private func fill() throws {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count > 0 {
            buffer.append(contentsOf: chunk[..<count])
        } else if count == 0 || errno == ECONNRESET || errno == EPIPE {
            throw Failure.closed
        } else {
            throw Failure.timedOut
        }
    }
}
