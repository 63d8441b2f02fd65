import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices

/// An HTTP server on the loopback interface, for demos, tests and the commands that listen.
package final class LoopbackServer: Sendable {
    /// The farewell is short: a client that never finishes its request must not keep a test from stopping.
    private static let limits = HTTPListener.Limits(connections: 256, body: 1 << 20, bodyDeadline: 20_000, idle: 180, farewell: 2)

    /// `http://127.0.0.1:PORT`.
    package let url: String
    private let listener: HTTPListener

    private init(_ listener: HTTPListener) {
        url = "http://127.0.0.1:\(listener.port)"
        self.listener = listener
    }

    /// Listens, and returns when connections are accepted.
    /// - Parameter port: 0 for a free one.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start(
        _ responder: some HTTPResponder<BasicRequestContext>, port: Int = 0,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LoopbackServer {
        do {
            return LoopbackServer(
                try await HTTPListener.start(host: "127.0.0.1", port: port, limits: limits, logger: logger) { _ in responder })
        } catch {
            let reason = (error as? HTTPListener.Failure)?.reason ?? "cannot listen there"
            throw MYKEYServicesError(.cannotListen, field: "127.0.0.1:\(port)", reason: reason)
        }
    }

    /// Takes no more connections and lets requests finish.
    package func stop() async { await listener.stop() }
}
