import Foundation
import TestSupport

/// A node's answer, in the forms in which the wire may bring it.
struct WireAnswer: Sendable {
    /// Status line and fields, without what says how long the body is and what becomes of the connection.
    private let lines: [String]
    let body: [UInt8]

    init(head: [UInt8], body: [UInt8]) {
        let own = ["content-length:", "transfer-encoding:", "connection:"]
        lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { line in
            !line.isEmpty && !own.contains { line.lowercased().hasPrefix($0) }
        }
        self.body = body
    }

    func head(_ field: String) -> [UInt8] {
        Array((lines + [field]).joined(separator: "\r\n").utf8) + Array("\r\n\r\n".utf8)
    }
    var head: [UInt8] { head("Content-Length: \(body.count)") }
    var whole: [UInt8] { head + body }

    /// A part of the body that is not all of it.
    func part(_ number: Int) -> ArraySlice<UInt8> { body.prefix(number % max(1, body.count)) }
    /// A part of the header that is not all of it.
    func partOfHead(_ number: Int) -> ArraySlice<UInt8> { head.prefix(1 + number % (head.count - 1)) }

    static let chunked = "Transfer-Encoding: chunked"
    static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + Array(bytes) + Array("\r\n".utf8)
    }

    /// Bytes that are not an answer, of several kinds.
    static func garbage(_ number: Int) -> [UInt8] {
        let texts = [
            "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc Nope\r\n\r\n{}", "HTTP/1.1 99999 OK\r\n\r\n{}", "\r\n\r\n\r\n\r\n",
            "{\"next_batch\":\"s1\"}", "HTTP/1.1",
            "HTTP/7.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{28}",
            "220 mail.example ESMTP\r\n",
        ]
        var random = SeededGenerator(seed: UInt64(number))
        guard number % (texts.count + 1) < texts.count else {
            return (0..<number % 2_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        return Array(texts[number % (texts.count + 1)].utf8)
    }
}
