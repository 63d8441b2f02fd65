import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices

/// An HTTP server, on the loopback interface unless another one is named, for demos, tests and the commands that listen.
package final class LoopbackServer: Sendable {
    /// The farewell is short: a client that never finishes its request must not keep a test from stopping.
    private static let limits = HTTPListener.Limits(connections: 256, body: 1 << 20, bodyDeadline: 20_000, idle: 180, farewell: 2)

    /// `http://HOST:PORT`.
    package let url: String
    private let listener: HTTPListener

    private init(_ listener: HTTPListener, host: String) {
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(listener.port)"
        self.listener = listener
    }

    /// Listens, and returns when connections are accepted.
    /// - Parameters:
    ///   - responder: answers.
    ///   - host: the address to listen on.
    ///   - port: 0 for a free one.
    ///   - logger: hears what the server framework says.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start<Responder: HTTPResponder>(
        _ responder: Responder, host: String = "127.0.0.1", port: Int = 0,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LoopbackServer where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        do {
            return LoopbackServer(
                try await HTTPListener.start(host: host, port: port, limits: limits, logger: logger) { _ in responder }, host: host)
        } catch {
            let reason = (error as? HTTPListener.Failure)?.reason ?? "cannot listen there"
            throw MYKEYServicesError(.cannotListen, field: "\(host):\(port)", reason: reason)
        }
    }

    /// Takes no more connections and lets requests finish.
    package func stop() async { await listener.stop() }
}
