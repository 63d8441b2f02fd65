import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// A SendingNetwork node inside this process: an HTTP server with accounts and rooms of its own.
///
/// ```swift
/// let node = try await EmbeddedNode.start()
/// print(node.baseURL)          // http://127.0.0.1:49152
/// await node.stop()
/// ```
/// It serves the client-server API under `/_api` and `/_matrix` (SDN sheet 7).
public final class EmbeddedNode: Sendable {
    /// Where the node listens, such as `http://127.0.0.1:49152`, without a final slash.
    public let baseURL: String
    /// The port it listens on.
    public let port: Int
    let assembly: NodeAssembly
    private let group: ServiceGroup
    private let server: Task<Void, any Error>
    private let ending: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// ``baseURL`` as a URL.
    public var url: URL { URL(string: baseURL) ?? URL(fileURLWithPath: "/") }

    private init(baseURL: String, port: Int, assembly: NodeAssembly, group: ServiceGroup, server: Task<Void, any Error>) {
        self.baseURL = baseURL
        self.port = port
        self.assembly = assembly
        self.group = group
        self.server = server
    }

    /// Opens the database, listens, and returns when requests are answered.
    /// - Throws: ``NodeError``.
    public static func start(_ configuration: NodeConfiguration = NodeConfiguration()) async throws -> EmbeddedNode {
        var logger = Logger(label: "herald.node") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let address = LateText(configuration.publicBaseURL)
        let assembly = try NodeAssembly(configuration, logger: logger) { address.text ?? "" }
        let connections = Connections(limit: configuration.connectionLimit)
        let (listening, listener) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: HTTPAdapter(handler: assembly.handler, connections: connections),
            server: .http1(configuration: .init(
                additionalChannelHandlers: [
                    Connections.Observer(connections), BodyDeadline(milliseconds: configuration.bodyDeadline), ContinueHandler(),
                ],
                idleTimeout: .seconds(180))),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in listener.yield(channel.localAddress?.port ?? configuration.port) },
            logger: logger)
        var groupConfiguration = ServiceGroupConfiguration(services: [.init(service: application)], logger: logger)
        // A client that never finishes its request must not keep the node from stopping.
        groupConfiguration.maximumGracefulShutdownDuration = .seconds(10)
        let group = ServiceGroup(configuration: groupConfiguration)
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
            for try await port in listening {
                let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
                let baseURL = "http://\(host):\(port)"
                address.setOnce(baseURL)
                return EmbeddedNode(baseURL: baseURL, port: port, assembly: assembly, group: group, server: server)
            }
            throw NodeError(.stopped, field: "server", reason: "it ended before it listened")
        } catch let error as NodeError {
            await assembly.services.database.close()
            throw error
        } catch {
            await assembly.services.database.close()
            throw listenError(error, configuration)
        }
    }

    /// Stops listening, lets long polls answer at once and other requests finish, writes everything to disk. May be called again.
    public func stop() async {
        let task = ending.withLock { ending in
            if let ending { return ending }
            let task = Task { await drain() }
            ending = task
            return task
        }
        await task.value
    }

    /// Returns when the node has been stopped.
    public func waitUntilStopped() async {
        _ = await server.result
        await stop()
    }

    private func drain() async {
        assembly.services.notifier.shutdown()
        await group.triggerGracefulShutdown()
        _ = await server.result
        await assembly.services.database.close()
    }

    private static func listenError(_ error: any Error, _ configuration: NodeConfiguration) -> NodeError {
        let field = "\(configuration.host):\(configuration.port)"
        if let error = error as? IOError, error.errnoCode == EADDRINUSE {
            return NodeError(.addressInUse, field: field, reason: "another program listens there")
        }
        return NodeError(.cannotListen, field: field, reason: "cannot listen there: \(error)")
    }
}
