import HTTPTypes
import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices

/// An HTTP server, on the loopback interface by default, for demos, tests and the commands that listen.
package final class LoopbackServer: Sendable {
    /// The default limits for clients. The time for open requests at the stop is short, so that a client that never finishes its request does not
    /// delay a test.
    package static let limits = HTTPListener.Limits(
        connections: ConnectionLimits(inAll: 256), bodyDeadline: .seconds(20), welcomeBody: 1 << 20,
        farewell: .seconds(2))

    /// `http://HOST:PORT`.
    package let url: String
    private let listener: HTTPListener

    private init(_ listener: HTTPListener, host: String) {
        url = "http://\(host.contains(":") ? "[\(host)]" : host):\(listener.port)"
        self.listener = listener
    }

    /// Starts a server. Returns when it accepts connections.
    /// - Parameters:
    ///   - responder: responds to requests.
    ///   - host: the address to listen on.
    ///   - port: the port, or 0 for any free port.
    ///   - limits: the limits for clients, and the trusted proxies.
    ///   - logger: receives the server framework's log.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start<Responder: HTTPResponder>(
        _ responder: Responder, host: String = "127.0.0.1", port: Int = 0,
        limits: HTTPListener.Limits = LoopbackServer.limits,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LoopbackServer where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        do {
            return LoopbackServer(
                try await HTTPListener.start(host: host, port: port, limits: limits, logger: logger) { _ in
                    PlainPaths(inner: responder)
                },
                host: host)
        } catch {
            let reason = (error as? HTTPListener.Failure)?.reason ?? "cannot listen there"
            throw MYKEYServicesError(.cannotListen, field: "\(host):\(port)", reason: reason)
        }
    }

    /// Stops accepting connections and waits for open requests.
    package func stop() async { await listener.stop() }
}

/// Accepts only paths that are written in the form that a proxy in front of the server recognises. The framework's router ignores empty segments,
/// even a last one, so a trailing slash is rejected too, except for the root.
private struct PlainPaths<Inner: HTTPResponder>: HTTPResponder {
    let inner: Inner

    func respond(to request: Request, context: Inner.Context) async throws -> Response {
        let path = request.uri.path
        guard PathSpelling.fault(in: path) == nil, path == "/" || !path.hasSuffix("/") else {
            return Response(status: .notFound)
        }
        return try await inner.respond(to: request, context: context)
    }
}
