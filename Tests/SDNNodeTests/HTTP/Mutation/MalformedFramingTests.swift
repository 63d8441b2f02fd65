import Foundation
import TestSupport
import Testing
@testable import SDNNode

/// Bytes that are not HTTP, or malformed HTTP: 400 or a closed connection is right, and the next correct request works.
@Suite("Malformed HTTP framing", .tags(.slow))
struct MalformedFramingTests {
    static let good = Array("GET /_api/client/versions HTTP/1.1\r\nHost: x\r\n\r\n".utf8)

    /// Pieces of text that break the framing.
    static let samples: [String] = [
        "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nBad Header: x\r\n\r\n",
        "GET / HTTP/1.1\r\n: x\r\n\r\n",
        "POST /_api/client/r0/login HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST /_api/client/r0/login HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST /_api/client/r0/login HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "POST /_api/client/r0/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST /_api/client/r0/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        "POST /_api/client/r0/login HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "POST /_api/client/r0/login HTTP/1.1\r\nContent-Length: 10\r\n\r\n{}", "GET /\u{0} HTTP/1.1\r\n\r\n",
        "GET /é HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: x\r\n\r\n", "GET ? HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET :// HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\r\nExpect: 100-continue\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}", "GET / HTTP/1.0\r\n\r\n",
        "GET /" + String(repeating: "a", count: 200_000) + " HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n" + String(repeating: "X-A: b\r\n", count: 2_000) + "\r\n",
        "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 200_000) + "\r\n\r\n",
    ]

    @Test("the node answers 1,000 malformed framings with a 4xx status or closes the connection, and continues to work")
    func framings() async throws {
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let port = node.port
        let faults = try await MutatedRequestTests.onThread { try Self.attack(port: port) }
        #expect(faults.isEmpty, "\(faults.prefix(5))")
        await node.stop()
    }

    private static func attack(port: Int) throws -> [String] {
        var random = SeededGenerator(seed: 4_711)
        var faults: [String] = []
        let connection = try RawConnection(port: port)
        for number in 0..<1_000 {
            var bytes = Array((samples.randomElement(using: &random) ?? "").utf8)
            if number >= samples.count {
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    guard let index = bytes.indices.randomElement(using: &random) else { break }
                    bytes[index] = UInt8.random(in: 0...255, using: &random)
                }
            } else {
                bytes = Array(samples[number].utf8)
            }
            connection.write(bytes)
            connection.finishWriting()
            // Everything that is answered, until the node hangs up.
            answers: while true {
                do {
                    let answer = try connection.read()
                    if answer.status >= 500 {
                        faults.append("\(answer.status) after \(String(decoding: bytes.prefix(200), as: UTF8.self))")
                    }
                } catch RawConnection.Failure.closed {
                    break answers
                } catch {
                    faults.append("\(error) after \(String(decoding: bytes.prefix(200), as: UTF8.self))")
                    break answers
                }
            }
            try connection.reconnect()
            if number % 20 == 0 {
                connection.write(good)
                let answer = try connection.read()
                if answer.status != 200 { faults.append("the next good request got \(answer.status)") }
            }
        }
        return faults
    }
}
