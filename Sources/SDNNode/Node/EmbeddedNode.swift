import Foundation
import GRDB
import HeraldJSON
import HeraldPeer
import Logging
import SDNWire
import Synchronization

/// A SendingNetwork node in this process: an HTTP server with its own accounts and rooms.
///
/// ```swift
/// let node = try await EmbeddedNode.start()
/// print(node.baseURL)  // http://127.0.0.1:49152
/// await node.stop()
/// ```
/// It serves the client-server API under `/_api` and `/_matrix` (SDN sheet 7).
public final class EmbeddedNode: Sendable {
    /// The URL that the node listens on, such as `http://127.0.0.1:49152`, without a final slash.
    public let baseURL: String
    /// The port that the node listens on.
    public var port: Int { listener.port }
    let assembly: NodeAssembly
    let listener: HTTPListener
    private let certificates: TLSCertificates?
    private let ending: Mutex<Task<Void, Never>?> = Mutex(nil)
    /// Deletes old reports, and old files and messages, if the configuration wants it. Brings the search index up to date. Writes when the devices were
    /// last seen.
    private let sweeping: [Task<Void, Never>]

    /// ``baseURL`` as a URL.
    public let url: URL

    /// The notifications that the node received as a push gateway, oldest first: the `notification` of each request. Empty unless
    /// ``NodeConfiguration/recordsPushNotifications`` is true.
    public var recordedPushNotifications: [JSONObject] { assembly.pushRecorder.notifications }

    private init(
        baseURL: String, url: URL, assembly: NodeAssembly, listener: HTTPListener, certificates: TLSCertificates?
    ) {
        self.certificates = certificates
        self.baseURL = baseURL
        self.url = url
        self.assembly = assembly
        self.listener = listener
        sweeping = [
            Task { [sweep = assembly.sweep] in await sweep.run() },
            Task { [sweep = assembly.retention] in await sweep.run() },
            Task { [sweep = assembly.reports] in await sweep.run() },
            Task { [sweep = assembly.lastSeen] in await sweep.run() },
            Task { [index = assembly.searchIndex] in await index.run() },
        ]
    }

    /// Opens the database and starts to listen. When it returns, the node answers requests.
    /// - Throws: ``NodeError`` if a value is invalid, the data directory or database cannot be used, or the node cannot listen;
    ///   `CancellationError` if the task is cancelled.
    public static func start(_ configuration: NodeConfiguration = NodeConfiguration()) async throws -> EmbeddedNode {
        let logger = Logger.ofServer("herald.node", level: .warning)
        let certificates = try configuration.certificates()
        let clientURL = BaseURL(configuration.publicBaseURL)
        let assembly = try NodeAssembly(configuration, logger: logger) { try clientURL.get() }
        let limits = configuration.transport.limits(
            bodyDeadline: configuration.bodyDeadline, slowestBody: 16 << 10, proxies: try configuration.proxies())
        let listener: HTTPListener
        do {
            listener = try await HTTPListener.start(
                host: configuration.host, port: configuration.port, limits: limits, logger: logger,
                metrics: assembly.services.metrics.http, certificates: certificates, monitoring: assembly.monitoring,
                handler: assembly.handler)
        } catch {
            await assembly.services.database.close()
            throw listenError(error, configuration)
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let baseURL = "\(certificates == nil ? "http" : "https")://\(host):\(listener.port)"
        guard let url = URL(string: baseURL) else {
            await listener.stop()
            await assembly.services.database.close()
            throw NodeError(.configuration, field: "host", reason: "cannot be part of a URL")
        }
        let node = EmbeddedNode(
            baseURL: baseURL, url: url, assembly: assembly, listener: listener, certificates: certificates)
        do {
            clientURL.setListening(baseURL)
            try await assembly.pushDispatcher.start()
            try await assembly.services.fanOuts.carryOn()
            return node
        } catch let error as DatabaseError {
            await node.stop()
            throw NodeError(
                .databaseUnreadable, field: "database",
                reason: "the unfinished work cannot be read (\(error.resultCode.description))")
        } catch {
            await node.stop()
            throw error
        }
    }

    /// Stops the node: it stops listening, answers long polls at once, lets other requests finish and writes everything to disk. The caller may call
    /// it more than once.
    public func stop() async {
        let task = ending.withLock { ending in
            if let ending { return ending }
            let task = Task { await drain() }
            ending = task
            return task
        }
        await task.value
    }

    /// Frees the memory of what the node can read again from its database. It returns at once, and requests go on.
    package func dropCaches() { assembly.services.database.dropCaches() }

    /// Reads the files of ``NodeConfiguration/tls`` again, for example after the certificate was renewed. New connections use them, and open
    /// connections go on. A node without TLS does nothing.
    /// - Throws: ``NodeError`` if the files cannot be used. The node then continues with the earlier certificate.
    public func reloadCertificates() throws {
        do throws(TLSCertificates.Failure) {
            try certificates?.reload()
        } catch {
            throw NodeError(error)
        }
    }

    /// Returns when the node has been stopped.
    public func waitUntilStopped() async {
        await listener.waitUntilStopped()
        await stop()
    }

    /// Returns the reports of users, oldest first. They are for the node's operator only.
    /// - Parameters:
    ///   - id: returns only reports after this one. Defaults to 0, which returns all.
    ///   - limit: the most reports to return. Defaults to 100.
    /// - Throws: an error of the database if it cannot be read.
    public func reports(after id: Int64 = 0, limit: Int = 100) async throws -> [UserReport] {
        try await assembly.services.database.read { db in
            try ReportStore.reports(after: id, limit: max(0, limit), in: db)
        }
    }

    private func drain() async {
        assembly.services.live.stop()
        assembly.services.notifier.shutdown()
        assembly.services.uploads.shutdown()
        await listener.stop()
        for task in sweeping { task.cancel() }
        for task in sweeping { await task.value }
        await assembly.services.fanOutTasks.stop()
        await assembly.pushDispatcher.stop()
        await assembly.lastSeen.sweep()
        do {
            try await assembly.services.database.write { db in try SearchIndexStore.settle(in: db) }
        } catch {
            // If the rewrite fails, the words of deleted messages stay in the index. The node tries again when it stops the next time.
            assembly.services.logger.error(
                "the search index was not settled", metadata: ["error": "\(type(of: error))"])
        }
        await assembly.services.database.close()
    }

    private static func listenError(_ error: any Error, _ configuration: NodeConfiguration) -> NodeError {
        if let error = error as? NodeError { return error }
        let field = "\(configuration.host):\(configuration.port)"
        return switch error as? HTTPListener.Failure {
        case .addressInUse?: NodeError(.addressInUse, field: field, reason: HTTPListener.Failure.addressInUse.reason)
        case .ended?: NodeError(.stopped, field: "server", reason: HTTPListener.Failure.ended.reason)
        case let failure: NodeError(.cannotListen, field: field, reason: failure?.reason ?? "cannot listen there")
        }
    }
}

/// The base URL that the node tells its clients. If the configuration has none, the URL is known only after the server has begun to listen, because
/// the system may pick the port.
final class BaseURL: Sendable {
    private let text: Mutex<String?>

    /// - Parameter configured: the URL of the configuration; `nil` if there is none.
    init(_ configured: String?) { text = Mutex(configured) }

    /// Returns the URL.
    /// - Throws: `M_UNKNOWN` with status 503 in the short time between the first connection and ``setListening(_:)``.
    func get() throws(StatusedError) -> String {
        guard let text = text.withLock({ $0 }) else {
            throw StatusedError(status: 503, error: MatrixError(.unknown, "The node is starting. Try again."))
        }
        return text
    }

    /// Sets the URL that the server listens on. The call has no effect if a URL is configured.
    func setListening(_ url: String) { text.withLock { $0 = $0 ?? url } }
}
