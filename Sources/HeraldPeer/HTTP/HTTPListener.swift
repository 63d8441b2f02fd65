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
        /// How many connections, and how long one may be silent.
        package var connections: ConnectionLimits
        /// What the bodies of requests hold.
        package var bodies: BodyLimits
        /// What answers hold that nobody reads.
        package var answers: AnswerLimits
        /// How fast an address is refused.
        package var refusals: RefusalLimits
        /// How long a body may take, in milliseconds.
        package var bodyDeadline: Int64
        /// Bytes a second: a body that comes no slower may take longer than ``bodyDeadline``. `nil` gives all the same time.
        package var slowestBody: Int64?
        /// The longest body, in bytes, for which a client that asks first is told to go on at once; `nil` when it is told so when its body
        /// is read, see ``ConnectionContext/wantsBody()``.
        package var welcomeBody: Int?
        /// How long requests may go on when the server stops, in seconds.
        package var farewell: Int64
        /// Whose word about a client's address is believed.
        package var proxies: TrustedProxies

        package init(
            connections: ConnectionLimits = ConnectionLimits(), bodies: BodyLimits = BodyLimits(), answers: AnswerLimits = AnswerLimits(),
            refusals: RefusalLimits = RefusalLimits(), bodyDeadline: Int64, slowestBody: Int64? = nil, welcomeBody: Int? = nil,
            farewell: Int64 = 10, proxies: TrustedProxies = .none
        ) {
            self.connections = connections
            self.bodies = bodies
            self.answers = answers
            self.refusals = refusals
            self.bodyDeadline = bodyDeadline
            self.slowestBody = slowestBody
            self.welcomeBody = welcomeBody
            self.farewell = farewell
            self.proxies = proxies
        }
    }

    /// How many connections the system keeps that are not accepted yet. One for which it has no place is tried again by its client after a
    /// second, so that hundreds at once would keep a stranger waiting that long. Linux allows as many as this by itself.
    private static let backlog = 4_096

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
    /// What its connections share.
    package let ground: ListenerGround
    private let group: ServiceGroup
    private let server: Task<Void, any Error>

    private init(port: Int, ground: ListenerGround, group: ServiceGroup, server: Task<Void, any Error>) {
        self.port = port
        self.ground = ground
        self.group = group
        self.server = server
    }

    /// Listens, and returns when connections are accepted.
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - responder: is given what all connections share.
    /// - Throws: ``Failure``.
    package static func start<Responder: HTTPResponder>(
        host: String, port: Int, limits: Limits, logger: Logger, responder: (ListenerGround) -> Responder
    ) async throws -> HTTPListener where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let ground = ListenerGround(limits: limits)
        let (listening, listener) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: responder(ground),
            server: .http1(configuration: .init(
                additionalChannelHandlers: [
                    RequestWatch(ground), BodyDeadline(milliseconds: limits.bodyDeadline, slowest: limits.slowestBody),
                    ContinueHandler(bodyLimit: limits.welcomeBody),
                ],
                idleTimeout: .milliseconds(limits.connections.keepAlive),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.connections.headBytes, maxHeaderListSize: limits.connections.headBytes))),
            configuration: .init(address: .hostname(host, port: port), backlog: backlog),
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
            for try await port in listening { return HTTPListener(port: port, ground: ground, group: group, server: server) }
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
