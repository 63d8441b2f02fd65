import Foundation

/// A request as it is sent over the wire.
struct RawRequest: Sendable {
    var method = "GET"
    var path: String
    var token: String?
    var body: [UInt8] = []
    var contentType = "application/json"
    /// True if the connection ends with the answer.
    var closes = false

    /// - Parameter length: the length of the body that the head declares; the real length if `nil`.
    func bytes(length: Int? = nil) -> [UInt8] {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        if closes { head += "Connection: close\r\n" }
        if method != "GET" { head += "Content-Type: \(contentType)\r\nContent-Length: \(length ?? body.count)\r\n" }
        return Array((head + "\r\n").utf8) + body
    }
}

struct RawAnswer: Sendable {
    let status: Int
    let body: [UInt8]
    let closes: Bool
}

/// HTTP/1.1 over a ``RawSocket``: as much of it as the servers here speak.
final class RawHTTP {
    struct Malformed: Error {}

    private let source: String, port: Int, seconds: Int
    private var socket: RawSocket?
    private var buffer: [UInt8] = []
    private var place = 0

    init(from source: String, to port: Int, seconds: Int = 30) {
        self.source = source
        self.port = port
        self.seconds = seconds
    }

    /// Sends a request and reads the answer, over the connection that is open or a new one.
    func ask(_ request: RawRequest) throws -> RawAnswer {
        do {
            let socket = try self.socket ?? RawSocket(from: source, to: port, seconds: seconds)
            self.socket = socket
            try socket.put(request.bytes())
            let answer = try read(socket)
            if answer.closes || request.closes { drop() }
            return answer
        } catch {
            drop()
            throw error
        }
    }

    private func drop() {
        socket = nil
        buffer = []
        place = 0
    }

    private func read(_ socket: RawSocket) throws -> RawAnswer {
        var lines: [String] = []
        while true {
            let line = try line(socket)
            if line.isEmpty { break }
            lines.append(line.lowercased())
        }
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Malformed()
        }
        if status == 100 { return try read(socket) }
        func field(_ name: String) -> String? {
            lines.first { $0.hasPrefix(name + ":") }.map {
                $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            }
        }
        var body: [UInt8] = []
        if field("transfer-encoding") == "chunked" {
            while true {
                guard let count = Int(try line(socket).prefix { $0 != ";" }, radix: 16) else { throw Malformed() }
                body += try bytes(count, socket)
                _ = try line(socket)
                if count == 0 { break }
            }
        } else if let count = field("content-length").flatMap({ Int($0) }) {
            body = try bytes(count, socket)
        }
        return RawAnswer(status: status, body: body, closes: field("connection") == "close")
    }

    private func line(_ socket: RawSocket) throws -> String {
        var text: [UInt8] = []
        while true {
            try fill(socket)
            let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n"))
            text += buffer[place..<(end ?? buffer.count)]
            place = end.map { $0 + 1 } ?? buffer.count
            guard text.count < 16 << 10 else { throw Malformed() }
            if end != nil {
                return String(decoding: text.last == UInt8(ascii: "\r") ? text.dropLast() : text[...], as: UTF8.self)
            }
        }
    }

    private func bytes(_ count: Int, _ socket: RawSocket) throws -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(min(count, 1 << 20))
        while result.count < count {
            try fill(socket)
            let end = min(buffer.count, place + count - result.count)
            result += buffer[place..<end]
            place = end
        }
        return result
    }

    private func fill(_ socket: RawSocket) throws {
        guard place == buffer.count else { return }
        buffer = try socket.take()
        place = 0
        guard !buffer.isEmpty else { throw Malformed() }
    }
}
