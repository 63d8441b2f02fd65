import Foundation
import Synchronization
import TestSupport

/// A web server of one answer per connection, for the client that talks to it; not shared with the wallet's own.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        let line: String
        let headers: String
        let body: String
    }

    /// The requests so far.
    private final class Seen: Sendable {
        private let requests = Mutex<[Request]>([])
        var all: [Request] { requests.withLock { $0 } }
        func add(_ request: Request) { requests.withLock { $0.append(request) } }
    }

    private let listener: LoopbackListener
    private let seen: Seen

    var port: Int { listener.port }
    var requests: [Request] { seen.all }
    var url: String { listener.url }

    init(answer: @escaping @Sendable (Request) -> (status: String, body: String)) throws {
        let seen = Seen()
        self.seen = seen
        listener = try LoopbackListener { connection in
            Thread.detachNewThread { Self.serve(connection, seen, answer) }
        }
    }

    func stop() { listener.stop() }

    private static func serve(
        _ connection: LoopbackConnection, _ seen: Seen, _ answer: (Request) -> (status: String, body: String)
    ) {
        var received = ""
        while let bytes = connection.receive() {
            received += String(decoding: bytes, as: UTF8.self)
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
            seen.add(request)
            let (status, text) = answer(request)
            connection.send(
                "HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)".utf8)
            return connection.close()
        }
    }
}
