import TestSupport

/// Answers requests on loopback with a body that does not end, until nobody reads it any more.
final class EndlessServer: Sendable {
    private let listener: LoopbackListener
    private let written: Tally

    var url: String { listener.url }

    /// The number of bytes of the body that were sent.
    var sent: Int { written.count }

    init() throws {
        let written = Tally()
        self.written = written
        listener = try LoopbackListener { Self.serve($0, written) }
    }

    deinit { listener.stop() }

    private static func serve(_ connection: LoopbackConnection, _ written: Tally) {
        guard connection.receive() != nil,
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\"".utf8)
        else { return }
        let part = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
        while written.count < 256 << 20, connection.send(part) { written.add(part.count) }
    }
}
