import Foundation
import HeraldPeer
import Logging
import OpenDID_DataModel
import Synchronization

/// OpenDID's servers inside this process. A process can run all of them or only some. They are the trust agent, the issuer, the verifier,
/// the app provider, the wallet provider, the gateway, the list provider and the notification provider.
///
/// ```swift
/// let services = try await OpenDIDServices.start()
/// print(services.baseURL)  // http://127.0.0.1:49152
/// await services.stop()
/// ```
/// The servers use the paths and the JSON of OpenDID sheet 5.2.
public final class OpenDIDServices: Sendable {
    /// The URL under which clients reach the servers, such as `http://127.0.0.1:49152`, without a final slash.
    public let baseURL: String
    /// The URL on which the servers listen, such as `http://0.0.0.0:8090`. Behind a proxy, ``baseURL`` differs from it.
    public let listeningURL: String
    /// The port on which the servers listen.
    public let port: Int
    /// Answers the same requests without a network connection, for a process that has an HTTP server of its own.
    public var handler: any ServiceHandler { late }
    /// The registry, which is in this process or belongs to the trust agent of another process.
    package let registry: any RegistryAccess
    /// Deletes expired rows.
    package let sweeper: Sweeper
    private let outboxStore: NotificationOutbox?
    package let database: any ServiceDatabase
    private let late: LateHandler
    private let listener: HTTPListener
    private let sweeping: Task<Void, Never>?
    private let ending: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// The URL under which clients reach the servers, ``baseURL``, as a `URL`.
    public let url: URL

    private init(
        baseURL: String, url: URL, listeningURL: String, assembly: ServicesAssembly, late: LateHandler,
        listener: HTTPListener
    ) {
        self.baseURL = baseURL
        self.url = url
        self.listeningURL = listeningURL
        self.port = listener.port
        self.registry = assembly.registry.access
        self.sweeper = assembly.sweeper
        self.outboxStore = try? assembly.outbox()
        self.database = assembly.database
        self.late = late
        self.listener = listener
        let (sweeper, interval) = (assembly.sweeper, assembly.configuration.limits.sweepInterval)
        sweeping =
            interval == .zero
            ? nil
            : Task { await sweeper.run(every: interval) }
    }

    /// Opens the storage, listens, and enrols the servers. Returns when the servers answer requests.
    /// - Throws: ``ServicesError``, and any other error of the start, such as `RegistryError` for an invalid schema.
    public static func start(_ configuration: ServicesConfiguration = ServicesConfiguration()) async throws
        -> OpenDIDServices
    {
        do {
            return try await begin(configuration)
        } catch let error as ServiceDatabaseError {
            throw ServicesError(starting: error)
        }
    }

    private static func begin(_ configuration: ServicesConfiguration) async throws -> OpenDIDServices {
        let logger = Logger.ofServer("herald.opendid", level: .warning)
        let assembly = try await ServicesAssembly(configuration, logger: logger)
        let late = LateHandler()
        // The process starts to listen before the servers exist. The port must be known first, because certificates and plans contain the
        // servers' URLs.
        let listener: HTTPListener
        do {
            let limits = try configuration.listenerLimits()
            listener = try await HTTPListener.start(
                host: configuration.host, port: configuration.port, limits: limits, logger: logger,
                metrics: assembly.metrics, monitoring: try assembly.monitoring(of: late),
                handler: ListenerRequests(handler: late))
        } catch let error as ServicesError {
            await assembly.database.close()
            throw error
        } catch {
            await assembly.database.close()
            throw listenError(error, configuration)
        }
        do {
            let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
            let listening = "http://\(host):\(listener.port)"
            let own = configuration.publicBaseURL ?? listening
            let baseURL = own.hasSuffix("/") ? String(own.dropLast()) : own
            guard let url = URL(string: baseURL) else {
                throw ServicesError(
                    .configuration, field: configuration.publicBaseURL == nil ? "host" : "publicBaseURL",
                    reason: "cannot be part of a URL")
            }
            late.set(try await assembly.makeRouter(baseURL: baseURL, local: late))
            return OpenDIDServices(
                baseURL: baseURL, url: url, listeningURL: listening, assembly: assembly, late: late, listener: listener)
        } catch {
            await listener.stop()
            await assembly.database.close()
            throw error
        }
    }

    private static func listenError(_ error: any Error, _ configuration: ServicesConfiguration) -> ServicesError {
        let field = "\(configuration.host):\(configuration.port)"
        return switch error as? HTTPListener.Failure {
        case .addressInUse?:
            ServicesError(.addressInUse, field: field, reason: HTTPListener.Failure.addressInUse.reason)
        case .ended?: ServicesError(.stopped, field: "server", reason: HTTPListener.Failure.ended.reason)
        case let failure: ServicesError(.cannotListen, field: field, reason: failure?.reason ?? "cannot listen there")
        }
    }

    /// Returns the newest e-mails and push messages of the notification provider, oldest first. Returns an empty list if this process does
    /// not run the notification provider.
    /// - Throws: ``ServicesError`` if a message cannot be decrypted, and the database's errors.
    public func outbox() async throws -> [OutgoingNotification] { try await outboxStore?.messages() ?? [] }

    /// Stops listening, waits until the running requests have ended, and writes everything to disk. Later calls only wait until the first
    /// call has done this.
    public func stop() async {
        let task = ending.withLock { ending in
            if let ending { return ending }
            let task = Task {
                sweeping?.cancel()
                await listener.stop()
                late.close()
                await sweeping?.value
                await database.close()
            }
            ending = task
            return task
        }
        await task.value
    }

    /// Waits until the servers have been stopped.
    public func waitUntilStopped() async {
        await listener.waitUntilStopped()
        await stop()
    }
}
