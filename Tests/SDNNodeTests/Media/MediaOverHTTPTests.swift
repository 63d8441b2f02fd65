import Foundation
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Files over HTTP")
struct MediaOverHTTPTests {
    private func onNode(
        _ change: (inout NodeConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (RawConnection, _ token: String) throws -> Void
    ) async throws {
        var configuration = NodeConfiguration()
        change(&configuration)
        let node = try await EmbeddedNode.start(configuration)
        let port = node.port
        do {
            let token = try await TestNode(assembly: node.assembly).token(TestWallet(1))
            try await MutatedRequestTests.onThread { try body(RawConnection(port: port), token) }
            await node.stop()
        } catch {
            await node.stop()
            throw error
        }
    }

    private static func head(
        _ token: String, _ headers: String, method: String = "POST", path: String = "/_matrix/media/v3/upload"
    ) -> [UInt8] {
        Array("\(method) \(path) HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\(headers)\r\n\r\n".utf8)
    }

    @Test(
        "a file of many parts is uploaded and downloaded, with and without a stated length", .timeLimit(.minutes(10)),
        arguments: [true, false])
    func large(hasLength: Bool) async throws {
        try await onNode { connection, token in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
            if hasLength {
                connection.write(Self.head(token, "Content-Type: video/mp4\r\nContent-Length: \(bytes.count)") + bytes)
            } else {
                connection.write(Self.head(token, "Content-Type: video/mp4\r\nTransfer-Encoding: chunked"))
                for start in stride(from: 0, to: bytes.count, by: 100_000) {
                    connection.write(Array("186a0\r\n".utf8) + bytes[start..<(start + 100_000)] + Array("\r\n".utf8))
                }
                connection.write(Array("0\r\n\r\n".utf8))
            }
            let answer = try connection.read()
            #expect(answer.status == 200)
            let uri = try #require(try JSONValue(parsing: answer.body).text("content_uri"))
            let path = "/_matrix/client/v1/media/download/" + uri.dropFirst(6)
            connection.write(Self.head(token, "Accept: */*", method: "GET", path: path))
            let file = try connection.read()
            #expect(file.status == 200)
            #expect(file.body == bytes)
            connection.write(Self.head(token, "Accept: */*", method: "HEAD", path: path))
            #expect(try connection.read(hasBody: false).status == 200)
        }
    }

    @Test(
        "attack 3: unread downloads of an address have a limit; one over it is refused, and a short answer is not",
        .timeLimit(.minutes(10)))
    func unread() async throws {
        // Room for a part of two files. On a busy machine the file is read later than the default patience allows.
        try await onNode({
            $0.transport.unreadBytesPerAddress = 1 << 20
            $0.transport.readTimeout = .seconds(600)
        }) { connection, token in
            connection.write(Self.head(token, "Content-Length: 20000000") + [UInt8](repeating: 7, count: 20_000_000))
            let answer = try connection.read()
            let path =
                "/_matrix/client/v1/media/download/"
                + (try #require(try JSONValue(parsing: answer.body).text("content_uri"))).dropFirst(6)
            let readers = try (0..<2).map { _ in try RawConnection(port: connection.port) }
            for reader in readers { reader.write(Self.head(token, "Accept: */*", method: "GET", path: path)) }
            func status(_ path: String, _ method: String = "HEAD") throws -> Int {
                let asking = try RawConnection(port: connection.port)
                asking.write(Self.head(token, "Accept: */*", method: method, path: path))
                return try asking.read(hasBody: method != "HEAD").status
            }
            while try status(path) != 503 { sched_yield() }
            #expect(try status("/_matrix/client/v3/account/whoami", "GET") == 200)
            for reader in readers { #expect(try reader.read().body.count == 20_000_000) }
            while try status(path) != 200 { sched_yield() }
        }
    }

    @Test(
        "a file that is too long is refused at once by its stated length, or at the limit without one",
        .timeLimit(.minutes(10)))
    func tooLarge() async throws {
        try await onNode({ $0.media.uploadLimit = 2_000_000 }) { connection, token in
            connection.write(Self.head(token, "Content-Length: 3") + [1, 2, 3])
            let short = try connection.read()
            #expect(short.status == 200)
            connection.write(Self.head(token, "Content-Length: 2000001") + [UInt8](repeating: 1, count: 2_000_001))
            let tooLong = try connection.read()
            #expect(tooLong.status == 413)
        }
        try await onNode({ $0.media.uploadLimit = 2_000_000 }) { connection, token in
            connection.write(Self.head(token, "Transfer-Encoding: chunked"))
            for _ in 0..<21 {
                connection.write(Array("186a0\r\n".utf8) + [UInt8](repeating: 1, count: 100_000) + Array("\r\n".utf8))
            }
            connection.write(Array("0\r\n\r\n".utf8))
            let tooLongWithoutLength = try connection.read()
            #expect(tooLongWithoutLength.status == 413)
        }
    }

    @Test("a user who may not upload is refused before the file is read", .timeLimit(.minutes(10)))
    func refused() async throws {
        try await onNode { connection, _ in
            connection.write(
                Self.head("nobody", "Content-Length: 1000000\r\nExpect: 100-continue")
                    + [UInt8](repeating: 1, count: 1_000_000))
            var answer = try connection.read()
            if answer.status == 100 { answer = try connection.read() }
            #expect(answer.status == 401)
        }
    }

    @Test("an upload that is too slow is ended", .timeLimit(.minutes(10)))
    func slow() async throws {
        try await onNode({ $0.bodyDeadline = .seconds(10) }) { connection, token in
            connection.write(Self.head(token, "Content-Length: 100000") + [1])
            let answer = try connection.read()
            #expect(answer.status == 408)
            #expect(throws: RawConnection.Failure.self) { try connection.read() }
        }
    }
}
