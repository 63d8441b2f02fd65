import Foundation
import HeraldPeer
import Logging
import OpenDID_DataModel
import Synchronization

/// OpenDID's servers inside this process: trust agent, issuer, verifier, app provider, wallet provider, gateway, list and notification
/// provider, all of them or some.
///
/// ```swift
/// let services = try await OpenDIDServices.start()
/// print(services.baseURL)          // http://127.0.0.1:49152
/// await services.stop()
/// ```
/// They serve the paths and JSON of OpenDID sheet 5.2.
public final class OpenDIDServices: Sendable {
    /// Where the servers are reached, such as `http://127.0.0.1:49152`, without a final slash.
    public let baseURL: String
    /// What they listen on, such as `http://0.0.0.0:8090`; ``baseURL`` is another one behind a proxy.
    public let listeningURL: String
    /// The port they listen on.
    public let port: Int
    /// Answers the same requests without a connection, for a process that has a server of its own.
    public var handler: any ServiceHandler { late }
    /// The registry, here or at the trust agent of another process.
    package let registry: any RegistryAccess
    /// Takes away what is over.
    package let sweeper: Sweeper
    private let outboxStore: NotificationOutbox?
    package let database: ServiceDatabase
    private let late: LateHandler
    private let listener: HTTPListener
    private let sweeping: Task<Void, Never>?
    private let ending: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// ``baseURL`` as a URL.
    public var url: URL { URL(string: baseURL) ?? URL(fileURLWithPath: "/") }

    private init(baseURL: String, listeningURL: String, assembly: ServicesAssembly, late: LateHandler, listener: HTTPListener) {
        self.baseURL = baseURL
        self.listeningURL = listeningURL
        self.port = listener.port
        self.registry = assembly.registry.access
        self.sweeper = assembly.sweeper
        self.outboxStore = try? assembly.outbox()
        self.database = assembly.database
        self.late = late
        self.listener = listener
        let (sweeper, interval) = (assembly.sweeper, assembly.configuration.limits.sweepInterval)
        sweeping = interval == 0 ? nil : Task {
            while (try? await Task.sleep(for: .seconds(interval))) != nil { _ = try? await sweeper.sweep() }
        }
    }

    /// Opens the storage, listens, enrols the servers, and returns when requests are answered.
    /// - Throws: ``ServicesError``.
    public static func start(_ configuration: ServicesConfiguration = ServicesConfiguration()) async throws -> OpenDIDServices {
        var logger = Logger(label: "herald.opendid") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let assembly = try ServicesAssembly(configuration, logger: logger)
        let late = LateHandler()
        // Listening comes first: certificates and plans say where their servers are.
        let listener: HTTPListener
        do {
            let limits = try configuration.listenerLimits()
            listener = try await HTTPListener.start(host: configuration.host, port: configuration.port, limits: limits, logger: logger) {
                HTTPAdapter(handler: late, ground: $0)
            }
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
            late.set(try await assembly.makeRouter(baseURL: baseURL, local: late))
            return OpenDIDServices(baseURL: baseURL, listeningURL: listening, assembly: assembly, late: late, listener: listener)
        } catch {
            await listener.stop()
            await assembly.database.close()
            throw error
        }
    }

    private static func listenError(_ error: any Error, _ configuration: ServicesConfiguration) -> ServicesError {
        let field = "\(configuration.host):\(configuration.port)"
        return switch error as? HTTPListener.Failure {
        case .addressInUse?: ServicesError(.addressInUse, field: field, reason: HTTPListener.Failure.addressInUse.reason)
        case .ended?: ServicesError(.stopped, field: "server", reason: HTTPListener.Failure.ended.reason)
        case let failure: ServicesError(.cannotListen, field: field, reason: failure?.reason ?? "cannot listen there")
        }
    }

    /// The last mails and push messages of the notification provider, the oldest first; none where that is not in this process.
    public func outbox() async throws -> [OutgoingNotification] { try await outboxStore?.messages() ?? [] }

    /// Stops listening, lets requests finish and writes everything to disk. May be called again.
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

    /// Returns when the servers have been stopped.
    public func waitUntilStopped() async {
        await listener.waitUntilStopped()
        await stop()
    }
}
