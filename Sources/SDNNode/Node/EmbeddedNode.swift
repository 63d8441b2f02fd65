import Foundation
import HeraldJSON
import HTTPTypes
import HeraldPeer
import Logging
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
    public var port: Int { listener.port }
    let assembly: NodeAssembly
    let listener: HTTPListener
    private let ending: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// ``baseURL`` as a URL.
    public var url: URL { URL(string: baseURL) ?? URL(fileURLWithPath: "/") }

    /// What the node has been told as a push gateway, oldest first: the `notification` of each request. Empty unless
    /// ``NodeConfiguration/recordsPushNotifications`` is set.
    public var recordedPushNotifications: [JSONObject] { assembly.pushRecorder.notifications }

    private init(baseURL: String, assembly: NodeAssembly, listener: HTTPListener) {
        self.baseURL = baseURL
        self.assembly = assembly
        self.listener = listener
    }

    /// Opens the database, listens, and returns when requests are answered.
    /// - Throws: ``NodeError``.
    public static func start(_ configuration: NodeConfiguration = NodeConfiguration()) async throws -> EmbeddedNode {
        var logger = Logger(label: "herald.node") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let address = LateText(configuration.publicBaseURL)
        let assembly = try NodeAssembly(configuration, logger: logger) { address.text ?? "" }
        let limits = configuration.transport.limits(
            bodyDeadline: configuration.bodyDeadline, slowestBody: 16 << 10, proxies: try configuration.proxies())
        do {
            let listener = try await HTTPListener.start(host: configuration.host, port: configuration.port, limits: limits, logger: logger) {
                HTTPAdapter(handler: assembly.handler, ground: $0)
            }
            let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
            let baseURL = "http://\(host):\(listener.port)"
            address.setOnce(baseURL)
            try await assembly.pushDispatcher.start()
            try await assembly.services.fanOuts.carryOn()
            return EmbeddedNode(baseURL: baseURL, assembly: assembly, listener: listener)
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
        await listener.waitUntilStopped()
        await stop()
    }

    private func drain() async {
        assembly.services.live.stop()
        assembly.services.notifier.shutdown()
        await listener.stop()
        await assembly.services.fanOutTasks.stop()
        await assembly.pushDispatcher.stop()
        await assembly.sightings.flush(into: assembly.services.database)
        do {
            try await assembly.services.database.write { db in try SearchIndexStore.settle(in: db) }
        } catch {
            // It is done when the node stops the next time.
            assembly.services.logger.error("the search index was not settled", metadata: ["error": "\(type(of: error))"])
        }
        await assembly.services.database.close()
    }

    private static func listenError(_ error: any Error, _ configuration: NodeConfiguration) -> NodeError {
        let field = "\(configuration.host):\(configuration.port)"
        return switch error as? HTTPListener.Failure {
        case .addressInUse?: NodeError(.addressInUse, field: field, reason: HTTPListener.Failure.addressInUse.reason)
        case .ended?: NodeError(.stopped, field: "server", reason: HTTPListener.Failure.ended.reason)
        case let failure: NodeError(.cannotListen, field: field, reason: failure?.reason ?? "cannot listen there")
        }
    }
}
