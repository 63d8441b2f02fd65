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
    ///   - handler: answers the requests.
    ///   - host: the address to listen on.
    ///   - port: the port, or 0 for any free port.
    ///   - limits: the limits for clients, and the trusted proxies.
    ///   - logger: receives the server framework's log.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start(
        _ handler: some ListenerHandler, host: String = "127.0.0.1", port: Int = 0,
        limits: HTTPListener.Limits = LoopbackServer.limits,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LoopbackServer {
        try await start(host: host, port: port) {
            try await HTTPListener.start(host: host, port: port, limits: limits, logger: logger, handler: handler)
        }
    }

    /// Starts a server with a responder of the server framework, such as the router of an application that serves the routes of this module.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start<Responder: HTTPResponder>(responder: Responder) async throws -> LoopbackServer
    where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
        return try await start(host: "127.0.0.1", port: 0) {
            try await HTTPListener.start(host: "127.0.0.1", port: 0, limits: limits, logger: logger) { _ in responder }
        }
    }

    private static func start(host: String, port: Int, _ listener: () async throws -> HTTPListener) async throws
        -> LoopbackServer
    {
        do {
            return LoopbackServer(try await listener(), host: host)
        } catch {
            let reason = (error as? HTTPListener.Failure)?.reason ?? "cannot listen there"
            throw MYKEYServicesError(.cannotListen, field: "\(host):\(port)", reason: reason)
        }
    }

    /// Returns the path of a request if it is written in the form that a proxy in front of the server recognises. No path but the root ends with a
    /// slash.
    package static func path(of request: ListenerRequest) -> String? {
        guard let path = try? RequestTarget(request.target).plainPath(), path == "/" || !path.hasSuffix("/") else {
            return nil
        }
        return path
    }

    /// Stops accepting connections and waits for open requests.
    package func stop() async { await listener.stop() }
}
