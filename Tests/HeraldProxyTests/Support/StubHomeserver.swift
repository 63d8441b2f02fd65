import Foundation
import TestSupport

/// Stands in for a homeserver. Each connection has a thread.
final class StubHomeserver: Sendable {
    private let listener: LoopbackListener
    let connections: Tally

    var port: Int { listener.port }

    /// - Parameter serve: serves a connection; its second argument is the connection's number, from 1.
    init(_ serve: @escaping @Sendable (Wire, Int) throws -> Void) throws {
        let connections = Tally()
        self.connections = connections
        listener = try LoopbackListener { connection in
            connections.add()
            let number = connections.count
            Thread.detachNewThread {
                try? serve(Wire(connection), number)
                connection.close()
            }
        }
    }

    /// Stops accepting connections.
    func stop() { listener.stop() }

    /// Answers each request with its head, an empty line and its body.
    static func echo() throws -> StubHomeserver {
        try StubHomeserver { wire, _ in
            while true {
                let request = try wire.message()
                let body = Array("\(request.head.text)\r\n\r\n".utf8) + request.body
                wire.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
                wire.connection.send(body)
            }
        }
    }

    static func answer(_ text: String) -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    }
}
