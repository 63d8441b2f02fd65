import HTTPTypes
import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices

/// An HTTP server, on the loopback interface unless another one is named, for demos, tests and the commands that listen.
package final class LoopbackServer: Sendable {
    /// What it allows its clients. The farewell is short: a client that never finishes its request must not keep a test from stopping.
    package static let limits = HTTPListener.Limits(
        connections: ConnectionLimits(inAll: 256), bodyDeadline: 20_000, welcomeBody: 1 << 20, farewell: 2)

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
    ///   - limits: what it allows its clients, and whose word about their addresses it believes.
    ///   - logger: hears what the server framework says.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start<Responder: HTTPResponder>(
        _ responder: Responder, host: String = "127.0.0.1", port: Int = 0, limits: HTTPListener.Limits = LoopbackServer.limits,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LoopbackServer where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        do {
            return LoopbackServer(
                try await HTTPListener.start(host: host, port: port, limits: limits, logger: logger) { _ in PlainPaths(inner: responder) },
                host: host)
        } catch {
            let reason = (error as? HTTPListener.Failure)?.reason ?? "cannot listen there"
            throw MYKEYServicesError(.cannotListen, field: "\(host):\(port)", reason: reason)
        }
    }

    /// Takes no more connections and lets requests finish.
    package func stop() async { await listener.stop() }
}

/// Lets a path through that is written as a proxy in front would know it. The router of the server framework passes over empty segments,
/// a last one too: no path here ends in a slash but the root.
private struct PlainPaths<Inner: HTTPResponder>: HTTPResponder {
    let inner: Inner

    func respond(to request: Request, context: Inner.Context) async throws -> Response {
        let path = request.uri.path
        guard PathSpelling.fault(in: path) == nil, path == "/" || !path.hasSuffix("/") else { return Response(status: .notFound) }
        return try await inner.respond(to: request, context: context)
    }
}
