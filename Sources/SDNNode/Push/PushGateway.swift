import HeraldJSON
import HeraldPeer
import Logging
import SDNWire

/// A push gateway for tests: it takes notifications over HTTP, keeps the newest ones, and sends nothing on (SDN sheet 6.2).
///
/// ```swift
/// let gateway = try await PushGateway.start()
/// // a pusher with data.url = gateway.notifyURL, on a node whose pushURLAllowlist names 127.0.0.1
/// print(gateway.notifications)
/// await gateway.stop()
/// ```
public final class PushGateway: Sendable {
    /// Where it listens, such as `http://127.0.0.1:49152`, without a final slash.
    public let baseURL: String
    /// The URL for a pusher's data, in SendingNetwork's form. The same under `/_matrix` is served as well.
    public var notifyURL: String { baseURL + "/_api/push/v1/notify" }
    /// What it has been told, oldest first; the `notification` of each request.
    public var notifications: [JSONObject] { recorder.notifications }
    private let recorder: PushRecorder
    private let listener: HTTPListener

    private init(baseURL: String, recorder: PushRecorder, listener: HTTPListener) {
        self.baseURL = baseURL
        self.recorder = recorder
        self.listener = listener
    }

    /// Listens, and returns when notifications are taken.
    /// - Parameters:
    ///   - host: the address to listen on.
    ///   - port: 0 picks a free one.
    ///   - rejecting: push keys that are said to be no longer good.
    ///   - onNotification: called for each notification; must not block.
    /// - Throws: ``NodeError``.
    public static func start(
        host: String = "127.0.0.1", port: Int = 0, rejecting: Set<String> = [], onNotification: @escaping @Sendable (JSONObject) -> Void = { _ in }
    ) async throws -> PushGateway {
        var logger = Logger(label: "herald.push-gateway") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let recorder = PushRecorder(rejected: rejecting, onNotification: onNotification)
        var routes = RouteTable()
        recorder.register(in: &routes)
        let handler = NodeHandler(
            routes: routes, authenticate: { _, _ in throw MatrixError(.unknownToken, "Nobody logs in here.") },
            limits: RateLimiter(limits: .unlimited, clock: NodeConfiguration.systemClock), logger: logger)
        let limits = HTTPListener.Limits(bodyDeadline: 30_000)
        do {
            let listener = try await HTTPListener.start(host: host, port: port, limits: limits, logger: logger) {
                HTTPAdapter(handler: handler, ground: $0)
            }
            let name = host.contains(":") ? "[\(host)]" : host
            return PushGateway(baseURL: "http://\(name):\(listener.port)", recorder: recorder, listener: listener)
        } catch let failure as HTTPListener.Failure {
            let code: NodeError.Code = if case .addressInUse = failure { .addressInUse } else { .cannotListen }
            throw NodeError(code, field: "\(host):\(port)", reason: failure.reason)
        }
    }

    /// What it has been told and will be; ends when it is stopped.
    public func stream() -> AsyncStream<JSONObject> { recorder.stream() }

    /// Stops listening.
    public func stop() async {
        await listener.stop()
        recorder.finish()
    }
}
