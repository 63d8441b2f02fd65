import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The HTTP server: listens, and stops in good order.
final class HTTPListener: Sendable {
    /// The port it listens on.
    let port: Int
    private let group: ServiceGroup
    private let server: Task<Void, any Error>

    private init(port: Int, group: ServiceGroup, server: Task<Void, any Error>) {
        self.port = port
        self.group = group
        self.server = server
    }

    /// Listens, and returns when connections are accepted.
    /// - Throws: ``ServicesError`` `addressInUse` or `cannotListen`.
    static func start(host: String, port: Int, handler: any ServiceHandler, logger: Logger) async throws -> HTTPListener {
        let limit = ConnectionLimit(4096)
        let (listening, listener) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: HTTPAdapter(handler: handler),
            server: .http1(configuration: .init(
                additionalChannelHandlers: [ConnectionLimit.Handler(limit), BodyDeadline(.seconds(20)), ContinueHandler()],
                idleTimeout: .seconds(60))),
            configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { channel in listener.yield(channel.localAddress?.port ?? port) },
            logger: logger)
        var configuration = ServiceGroupConfiguration(services: [.init(service: application)], logger: logger)
        // A client that never finishes its request must not keep the process from stopping.
        configuration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: configuration)
        let server = Task {
            do {
                try await group.run()
                listener.finish()
            } catch {
                listener.finish(throwing: error)
                throw error
            }
        }
        do {
            for try await port in listening { return HTTPListener(port: port, group: group, server: server) }
            throw ServicesError(.stopped, field: "server", reason: "it ended before it listened")
        } catch let error as ServicesError {
            throw error
        } catch {
            let field = "\(host):\(port)"
            if let error = error as? IOError, error.errnoCode == EADDRINUSE {
                throw ServicesError(.addressInUse, field: field, reason: "another program listens there")
            }
            throw ServicesError(.cannotListen, field: field, reason: "cannot listen there: \(error)")
        }
    }

    /// Takes no more connections and lets requests finish.
    func stop() async {
        await group.triggerGracefulShutdown()
        _ = await server.result
    }

    /// Returns when the server has ended.
    func waitUntilStopped() async { _ = await server.result }
}
