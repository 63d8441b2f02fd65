import Synchronization

/// Accepts connections and never answers.
package final class SilentServer: Sendable {
    /// Holds connections open.
    private final class Held: Sendable {
        private let connections = Mutex<[LoopbackConnection]>([])
        func add(_ connection: LoopbackConnection) { connections.withLock { $0.append(connection) } }
    }

    private let listener: LoopbackListener

    package init() throws {
        let held = Held()
        listener = try LoopbackListener { held.add($0) }
    }

    deinit { listener.stop() }

    package var url: String { listener.url }
}
