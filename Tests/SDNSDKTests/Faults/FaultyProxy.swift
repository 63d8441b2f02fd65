import Foundation
import HeraldLocks
import TestSupport
import Testing

/// A proxy on loopback that does to requests and answers what a bad network does, in bytes. What it does is drawn from a seed; it says how
/// often it did what.
final class FaultyProxy: Sendable {
    private let wire: FaultyWire
    private let listener: LoopbackListener
    let url: URL

    /// - Parameters:
    ///   - share: the part of all requests that something happens to.
    ///   - silences: the largest number of times that each kind of silence is drawn. It is limited because a client waits for the end of each.
    init(to node: URL, seed: UInt64, share: Double, kinds: [WireFault] = WireFault.allCases, silences: Int = 2) throws {
        let wire = FaultyWire(seed, node.port ?? 80, share, kinds, silences)
        listener = try LoopbackListener { connection in
            let isOpen = wire.state.withLock { state in
                if !state.isClosed { state.connections[ObjectIdentifier(connection)] = connection }
                return !state.isClosed
            }
            guard isOpen else { return }
            Thread.detachNewThread {
                wire.serve(connection)
                wire.state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
                connection.close()
            }
        }
        self.wire = wire
        url = try #require(URL(string: "http://127.0.0.1:\(listener.port)"))
    }

    var counts: [WireFault: Int] { wire.state.withLock { $0.counts } }
    var faults: Int { counts.values.reduce(0, +) }
    /// The number of bytes that were sent of endless answers.
    var endlessBytes: Int { wire.state.withLock { $0.endlessBytes } }
    /// From now on everything gets through.
    func calm() { wire.state.withLock { $0.isOn = false } }

    func close() {
        listener.stop()
        let connections = wire.state.withLock { state in
            state.isClosed = true
            return Array(state.connections.values)
        }
        for connection in connections { connection.end() }
    }
}
