import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices

/// An HTTP server for demonstrations, tests and the commands that listen. By default it listens on the loopback interface.
package final class LoopbackServer: Sendable {
    /// The default limits for clients. When the server stops, it waits only a short time for open requests, so that a client that never
    /// finishes its request does not delay a test.
    package static let limits = HTTPListener.Limits(
        connections: ConnectionLimits(inAll: 256), bodyDeadline: .seconds(20), welcomeBody: 1 << 20,
        farewell: .seconds(2))

    /// The URL of the server, `http://HOST:PORT`.
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

    /// Returns the path of a request. Returns `nil` if the path is written in a form that a proxy in front of the server may not recognise.
    /// No path except the root may end with a slash.
    package static func path(of request: ListenerRequest) -> String? {
        guard let path = try? RequestTarget(request.target).plainPath(), path == "/" || !path.hasSuffix("/") else {
            return nil
        }
        return path
    }

    /// Stops accepting connections and waits for open requests.
    package func stop() async { await listener.stop() }
}
