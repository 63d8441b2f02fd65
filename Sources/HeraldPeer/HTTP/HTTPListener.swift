import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The HTTP server of a peer: listens, keeps its limits, and stops in good order.
package final class HTTPListener: Sendable {
    /// What a peer allows its clients.
    package struct Limits: Sendable {
        /// So many connections at a time.
        package var connections: Int
        /// The longest body, in bytes.
        package var body: Int
        /// How long a body may take, in milliseconds.
        package var bodyDeadline: Int64
        /// Bytes a second: a body that comes no slower may take longer than ``bodyDeadline``. `nil` gives all the same time.
        package var slowestBody: Int64?
        /// The longest body of a request that may be longer than ``body``, such as a file, in bytes; `nil` for others.
        package var longBody: (@Sendable (HTTPRequest) -> Int?)?
        /// How long a connection may stay silent, in seconds.
        package var idle: Int64
        /// How long requests may go on when the server stops, in seconds.
        package var farewell: Int64

        package init(connections: Int, body: Int, bodyDeadline: Int64, slowestBody: Int64? = nil, idle: Int64, farewell: Int64 = 10) {
            self.connections = connections
            self.body = body
            self.bodyDeadline = bodyDeadline
            self.slowestBody = slowestBody
            self.idle = idle
            self.farewell = farewell
        }
    }

    /// Why a server does not listen.
    package enum Failure: Error {
        case addressInUse
        case cannotListen(reason: String)
        /// It ended before it listened.
        case ended

        /// A sentence for a person.
        package var reason: String {
            switch self {
            case .addressInUse: "another program listens there"
            case .cannotListen(let reason): "cannot listen there: \(reason)"
            case .ended: "it ended before it listened"
            }
        }
    }

    /// The port it listens on.
    package let port: Int
    private let group: ServiceGroup
    private let server: Task<Void, any Error>

    private init(port: Int, group: ServiceGroup, server: Task<Void, any Error>) {
        self.port = port
        self.group = group
        self.server = server
    }

    /// Listens, and returns when connections are accepted.
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - responder: is given the open connections.
    /// - Throws: ``Failure``.
    package static func start<Responder: HTTPResponder>(
        host: String, port: Int, limits: Limits, logger: Logger, responder: (Connections) -> Responder
    ) async throws -> HTTPListener where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let connections = Connections(limit: limits.connections)
        let (listening, listener) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: responder(connections),
            server: .http1(configuration: .init(
                additionalChannelHandlers: [
                    Connections.Observer(connections), BodyDeadline(milliseconds: limits.bodyDeadline, slowest: limits.slowestBody),
                    ContinueHandler { limits.longBody?($0) ?? limits.body },
                ],
                idleTimeout: .seconds(limits.idle))),
            configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { channel in listener.yield(channel.localAddress?.port ?? port) },
            logger: logger)
        var configuration = ServiceGroupConfiguration(services: [.init(service: application)], logger: logger)
        // A client that never finishes its request must not keep the process from stopping.
        configuration.maximumGracefulShutdownDuration = .seconds(limits.farewell)
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
        } catch {
            if let error = error as? IOError, error.errnoCode == EADDRINUSE { throw Failure.addressInUse }
            throw Failure.cannotListen(reason: "\(error)")
        }
        throw Failure.ended
    }

    /// Takes no more connections and lets requests finish.
    package func stop() async {
        await group.triggerGracefulShutdown()
        _ = await server.result
    }

    /// Returns when the server has ended.
    package func waitUntilStopped() async { _ = await server.result }
}
