import Foundation
import TestSupport
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A connection on a bare socket, free to send what no HTTP library would. Its calls block, so it belongs on a thread of its own.
final class TestSocket {
    enum Failure: Error { case cannotConnect, closed, timedOut }

    struct Answer {
        let status: Int
        /// Names in small letters.
        let headers: [String: String]
        let body: [UInt8]
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameters:
    ///   - source: the last part of the address in 127.0.0.0/8 that it comes from.
    ///   - receiveBuffer: the approximate size of the system's receive buffer, in bytes.
    init(port: Int, source: UInt32? = nil, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        QuietSocket.prepare(descriptor)
        TestDeadline.limitWaits(of: descriptor)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var result: Int32 = 0
        if let source { result = Self.with(0x7F00_0000 + source, 0) { bind(descriptor, $0, $1) } }
        if result == 0 { result = Self.with(0x7F00_0001, port) { connect(descriptor, $0, $1) } }
        guard descriptor >= 0, result == 0 else { throw Failure.cannotConnect }
    }

    deinit { close(descriptor) }

    private static func with(_ address: UInt32, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
        -> Int32
    {
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        name.sin_addr.s_addr = address.bigEndian
        return withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    /// True if all bytes were sent.
    @discardableResult
    func write(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
            let flags = Int32(MSG_NOSIGNAL)
            #else
            let flags: Int32 = 0
            #endif
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func write(_ text: String) -> Bool { write(text.utf8) }

    /// True if the peer has closed, or does so within this time; bytes that it sent before are dropped.
    func isClosed(within milliseconds: Int32 = TestDeadline.milliseconds) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&watched, 1, milliseconds) > 0 {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            if recv(descriptor, &chunk, chunk.count, 0) <= 0 { return true }
        }
        return false
    }

    /// Reads one answer.
    func read() throws -> Answer {
        while true {
            if let end = buffer.indices.dropLast(3).first(where: { buffer[$0...].starts(with: [13, 10, 13, 10]) }) {
                let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n")
                let headers = Dictionary(
                    lines.dropFirst().map { line in
                        let parts = line.split(separator: ":", maxSplits: 1)
                        return (
                            parts[0].lowercased(), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
                        )
                    }, uniquingKeysWith: { first, _ in first })
                let whole = end + 4 + (headers["content-length"].flatMap { Int($0) } ?? 0)
                while buffer.count < whole { try fill() }
                defer { buffer.removeFirst(whole) }
                return Answer(
                    status: Int(lines[0].split(separator: " ")[1]) ?? 0, headers: headers,
                    body: Array(buffer[(end + 4)..<whole]))
            }
            try fill()
        }
    }

    /// Reads so many bytes, or fewer.
    func take(_ count: Int) throws -> Int { try bytes(count).count }

    /// Reads so many bytes, or fewer.
    func bytes(_ count: Int) throws -> [UInt8] {
        guard buffer.isEmpty else {
            defer { buffer.removeFirst(min(count, buffer.count)) }
            return Array(buffer.prefix(count))
        }
        var chunk = [UInt8](repeating: 0, count: count)
        let got = recv(descriptor, &chunk, count, 0)
        guard got > 0 else { throw Failure.closed }
        return Array(chunk[..<got])
    }

    /// Ends the sending side. The peer can still send.
    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the end of this object reset the connection.
    func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads until the peer closes.
    func rest() -> String {
        while (try? fill()) != nil {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    private func fill() throws {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else {
            throw count == 0 || errno == ECONNRESET || errno == EPIPE ? Failure.closed : Failure.timedOut
        }
        buffer.append(contentsOf: chunk[..<count])
    }
}
