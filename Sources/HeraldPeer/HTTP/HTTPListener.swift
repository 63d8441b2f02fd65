import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The HTTP server of a peer. It listens, enforces limits, and shuts down gracefully.
package final class HTTPListener: Sendable {
    /// Creates a channel handler between the listener's limits and the server. It sees `HTTPRequestPart` and `HTTPResponsePart`, and
    /// answers some requests itself. It then has to answer them in order with those that it passes on. The methods of ``ListenerGround``
    /// for interceptors report what it does with bodies.
    package typealias Interceptor = @Sendable (ListenerGround) -> any RemovableChannelHandler

    /// The limits that a peer sets for its clients.
    package struct Limits: Sendable {
        /// The limits on the number of connections, and on the time for which a connection may be silent.
        package var connections: ConnectionLimits
        /// The limits on the memory of request bodies.
        package var bodies: BodyLimits
        /// The limits on the memory of unread responses.
        package var answers: AnswerLimits
        /// The limits on refusals.
        package var refusals: RefusalLimits
        /// The time that a request body may take to arrive.
        package var bodyDeadline: Duration
        /// A rate in bytes per second. A body that arrives at least this fast may take longer than ``bodyDeadline``. If the rate is `nil`,
        /// the deadline is the same for all bodies.
        package var slowestBody: Int64?
        /// The longest body, in bytes, for which the server answers `Expect: 100-continue` at once. If it is `nil`, the server answers when
        /// it begins to read the body; see ``ConnectionContext/wantsBody()``.
        package var welcomeBody: Int?
        /// The time that requests may take to finish when the server stops.
        package var farewell: Duration
        /// The proxies whose headers about a client's address are trusted.
        package var proxies: TrustedProxies
        /// The answer to a connection or a request for which there is no room. Defaults to one without a body.
        package var full = FullAnswer.empty

        package init(
            connections: ConnectionLimits = ConnectionLimits(), bodies: BodyLimits = BodyLimits(),
            answers: AnswerLimits = AnswerLimits(),
            refusals: RefusalLimits = RefusalLimits(), bodyDeadline: Duration, slowestBody: Int64? = nil,
            welcomeBody: Int? = nil,
            farewell: Duration = .seconds(10), proxies: TrustedProxies = .none
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

    /// The system's queue of connections that are not accepted yet. If the queue is full, the client retries only after a second, so hundreds of
    /// simultaneous connections would delay others. Linux allows up to this size by default.
    private static let backlog = 4_096

    /// The reason why a server does not listen.
    package enum Failure: Error {
        case addressInUse
        case cannotListen(reason: String)
        /// The server stopped before it began to listen.
        case ended

        /// A sentence for people.
        package var reason: String {
            switch self {
            case .addressInUse: "another program already listens on this address"
            case .cannotListen(let reason): "cannot listen on this address: \(reason)"
            case .ended: "the server ended before it listened"
            }
        }
    }

    /// The port on which the server listens.
    package let port: Int
    /// The state that all connections of the server share.
    package let ground: ListenerGround
    private let group: ServiceGroup
    private let server: Task<Void, any Error>

    private init(port: Int, ground: ListenerGround, group: ServiceGroup, server: Task<Void, any Error>) {
        self.port = port
        self.ground = ground
        self.group = group
        self.server = server
    }

    /// Starts a server. Returns when it accepts connections.
    /// - Parameters:
    ///   - port: the port, or 0 for any free port.
    ///   - metrics: the counters of the listener. Defaults to new ones.
    ///   - certificates: the certificates of a server that serves TLS itself. Defaults to `nil`: the server uses plain HTTP.
    ///   - monitoring: the endpoints for the operator's monitoring. Defaults to `nil`: the server has none.
    ///   - handler: answers the requests.
    ///   - interceptor: creates a handler for each connection that answers some of its requests itself; see ``Interceptor``. Defaults to
    ///     none.
    /// - Throws: ``Failure``.
    package static func start(
        host: String, port: Int, limits: Limits, logger: Logger, metrics: HTTPMetrics = HTTPMetrics(),
        certificates: TLSCertificates? = nil, monitoring: Monitoring? = nil, handler: some ListenerHandler,
        interceptor: Interceptor? = nil
    ) async throws -> HTTPListener {
        if let monitoring { metrics.add(monitoring.meters) }
        let ground = ListenerGround(limits: limits, metrics: metrics)
        let adapter = HTTPAdapter(handler, on: ground, monitoring)
        let served = ServedConnections()
        let requests = RequestChannel(
            begin: { adapter.begin($0, $1, on: $2, $3) }, served: served, handlers: { handlers(ground, interceptor) },
            headBytes: limits.connections.headBytes)
        return try await run(ground, port: port, logger: logger) { whenRunning in
            let configuration = ServerConfiguration(address: .hostname(host, port: port), backlog: backlog)
            let group = MultiThreadedEventLoopGroup.singleton
            let server = secured(requests, certificates).server(
                configuration: configuration, onServerRunning: whenRunning, eventLoopGroup: group, logger: logger)
            return ServingService(server: server, connections: served)
        }
    }

    /// Starts a server with a responder of the server framework, such as a router of an application. Returns when it accepts connections.
    /// - Parameters:
    ///   - port: the port, or 0 for any free port.
    ///   - metrics: the counters of the listener. Defaults to new ones.
    ///   - certificates: the certificates of a server that serves TLS itself. Defaults to `nil`: the server uses plain HTTP.
    ///   - responder: creates the responder from the state that all connections share.
    ///   - interceptor: creates a handler for each connection that answers some of its requests itself; see ``Interceptor``. Defaults to
    ///     none.
    /// - Throws: ``Failure``.
    package static func start<Responder: HTTPResponder>(
        host: String, port: Int, limits: Limits, logger: Logger, metrics: HTTPMetrics = HTTPMetrics(),
        certificates: TLSCertificates? = nil, responder: (ListenerGround) -> Responder, interceptor: Interceptor? = nil
    ) async throws -> HTTPListener where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
        let ground = ListenerGround(limits: limits, metrics: metrics)
        let responder = responder(ground)
        let server = HTTPServerBuilder { responder in
            let configuration = HTTP1Channel.Configuration(
                additionalChannelHandlers: handlers(ground, interceptor),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: limits.connections.headBytes,
                    maxHeaderListSize: limits.connections.headBytes))
            return secured(HTTP1Channel(responder: responder, configuration: configuration), certificates)
        }
        return try await run(ground, port: port, logger: logger) { whenRunning in
            Application(
                responder: responder, server: server,
                configuration: .init(address: .hostname(host, port: port), backlog: backlog),
                onServerRunning: whenRunning, logger: logger)
        }
    }

    /// Returns the channel handlers of a connection between the HTTP decoder and the requests.
    private static func handlers(_ ground: ListenerGround, _ interceptor: Interceptor?) -> [any RemovableChannelHandler]
    {
        [
            RequestWatch(ground),
            BodyGate(
                ground.limits.bodyDeadline, slowest: ground.limits.slowestBody, bodyLimit: ground.limits.welcomeBody),
        ] + (interceptor.map { [$0(ground)] } ?? [])
    }

    /// Runs a server. Returns when it accepts connections.
    /// - Parameter service: returns the server, which calls its parameter when it listens.
    private static func run(
        _ ground: ListenerGround, port: Int, logger: Logger,
        service: (@escaping @Sendable (any Channel) async -> Void) -> any Service
    ) async throws -> HTTPListener {
        let (listening, listener) = AsyncThrowingStream<Int, any Error>.makeStream()
        let service = service { channel in listener.yield(channel.localAddress?.port ?? port) }
        var configuration = ServiceGroupConfiguration(services: [.init(service: service)], logger: logger)
        // A client that never finishes its request must not prevent the process from stopping.
        configuration.maximumGracefulShutdownDuration = ground.limits.farewell
        let group = ServiceGroup(configuration: configuration)
        let running = Task {
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
                return HTTPListener(port: port, ground: ground, group: group, server: running)
            }
        } catch {
            if let error = error as? IOError, error.errnoCode == EADDRINUSE { throw Failure.addressInUse }
            throw Failure.cannotListen(reason: "\(error)")
        }
        throw Failure.ended
    }

    private static func secured(_ base: some ServerChildChannel, _ certificates: TLSCertificates?)
        -> any ServerChildChannel
    {
        guard let certificates else { return base }
        return SecureChannel(base: base, certificates: certificates)
    }

    /// Stops accepting connections and waits for open requests.
    package func stop() async {
        await group.triggerGracefulShutdown()
        _ = await server.result
    }

    /// Returns when the server has ended.
    package func waitUntilStopped() async { _ = await server.result }
}
