import HeraldJSON
import HeraldPeer
import Logging
import SDNWire

/// A push gateway for tests. It receives notifications over HTTP, stores the newest ones and forwards nothing (SDN sheet 6.2).
///
/// ```swift
/// let gateway = try await PushGateway.start()
/// // a pusher with data.url = gateway.notifyURL, on a node whose pushURLAllowlist names 127.0.0.1
/// print(gateway.notifications)
/// await gateway.stop()
/// ```
public final class PushGateway: Sendable {
    /// The URL that the gateway listens on, such as `http://127.0.0.1:49152`, without a final slash.
    public let baseURL: String
    /// The URL for a pusher's data, in SendingNetwork's form. The gateway also serves the same path under `/_matrix`.
    public var notifyURL: String { baseURL + "/_api/push/v1/notify" }
    /// The notifications that the gateway received, oldest first: the `notification` of each request.
    public var notifications: [JSONObject] { recorder.notifications }
    private let recorder: PushRecorder
    private let listener: HTTPListener

    private init(baseURL: String, recorder: PushRecorder, listener: HTTPListener) {
        self.baseURL = baseURL
        self.recorder = recorder
        self.listener = listener
    }

    /// Starts the gateway. When it returns, the gateway receives notifications.
    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: the port to listen on. Defaults to 0, with which the system picks a free port.
    ///   - rejecting: the push keys that the gateway reports as no longer valid.
    ///   - onNotification: called for each notification. It must not block.
    /// - Throws: ``NodeError`` if the gateway cannot listen on the address.
    public static func start(
        host: String = "127.0.0.1", port: Int = 0, rejecting: Set<String> = [],
        onNotification: @escaping @Sendable (JSONObject) -> Void = { _ in }
    ) async throws -> PushGateway {
        var logger = Logger(label: "herald.push-gateway") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let recorder = PushRecorder(rejected: rejecting, onNotification: onNotification)
        var routes = RouteTable()
        recorder.register(in: &routes)
        let handler = NodeHandler(
            routes: routes, authenticate: { _, _ in throw MatrixError(.unknownToken, "A push gateway has no logins.") },
            limits: RateLimiter(limits: .unlimited, clock: NodeConfiguration.systemMonotonicClock), logger: logger)
        let limits = HTTPListener.Limits(bodyDeadline: .seconds(30))
        do {
            let listener = try await HTTPListener.start(
                host: host, port: port, limits: limits, logger: logger, handler: handler)
            let name = host.contains(":") ? "[\(host)]" : host
            return PushGateway(baseURL: "http://\(name):\(listener.port)", recorder: recorder, listener: listener)
        } catch let failure as HTTPListener.Failure {
            let code: NodeError.Code = if case .addressInUse = failure { .addressInUse } else { .cannotListen }
            throw NodeError(code, field: "\(host):\(port)", reason: failure.reason)
        }
    }

    /// Returns a stream of the stored notifications and all later ones. It ends when the gateway is stopped.
    public func stream() -> AsyncStream<JSONObject> { recorder.stream() }

    /// Stops listening.
    public func stop() async {
        await listener.stop()
        recorder.finish()
    }
}
