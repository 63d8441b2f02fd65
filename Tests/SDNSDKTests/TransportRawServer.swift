import HeraldLocks
import TestSupport

/// A server on loopback that answers every connection with the same bytes, whatever HTTP says to that.
final class RawServer: Sendable {
    private let listener: LoopbackListener
    private let received: Received

    /// - Parameter answer: the bytes for a request head; `nil` closes the connection without an answer.
    init(_ answer: @escaping @Sendable (String) -> [UInt8]?) throws {
        let received = Received()
        self.received = received
        listener = try LoopbackListener { connection in
            var reader = MessageReader(connection)
            let head = String(decoding: reader.head() ?? [], as: UTF8.self)
            received.heads.withLock { $0.append(head) }
            if let bytes = answer(head) { connection.send(bytes) }
            connection.end()
            connection.close()
        }
    }

    private final class Received: Sendable {
        let heads = Mutex<[String]>([])
    }

    var port: Int { listener.port }
    /// The request heads that came.
    var heads: [String] { received.heads.withLock { $0 } }
    func stop() { listener.stop() }
}
