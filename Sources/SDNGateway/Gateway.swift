import Foundation
import HeraldHTTP
import HeraldJSON
import HeraldKeys
import HeraldPeer
import HeraldProxy
import Logging
import SDNIdentity
import SDNWire
import Synchronization

/// A DID gateway in front of a Matrix homeserver: it answers the endpoints of DIDs and their login, and passes all other requests on.
///
/// It has no state beside its database. Any number of gateways with the same database and key stand in front of one homeserver, and each finishes
/// the logins that others began.
package final class Gateway: Sendable {
    /// The URL that the gateway listens on, without a final slash.
    package let baseURL: String
    /// The port that the gateway listens on.
    package var port: Int { proxy.port }

    private let proxy: ProxyListener
    private let database: any GatewayDatabase
    private let client: HomeserverClient
    /// The work that runs until the gateway stops.
    private let retries: Task<Void, Never>

    private init(
        baseURL: String, proxy: ProxyListener, database: any GatewayDatabase, client: HomeserverClient,
        retries: Task<Void, Never>
    ) {
        self.baseURL = baseURL
        self.proxy = proxy
        self.database = database
        self.client = client
        self.retries = retries
    }

    /// Opens the database and starts to listen. The homeserver need not run yet.
    /// - Throws: ``GatewayError``.
    package static func start(_ configuration: GatewayConfiguration) async throws -> Gateway {
        try configuration.validate()
        let database = try await open(configuration)
        do {
            return try await start(configuration, database)
        } catch {
            await database.close()
            throw error
        }
    }

    private static func open(_ configuration: GatewayConfiguration) async throws -> any GatewayDatabase {
        switch configuration.storage {
        case .memory: try SQLiteGatewayDatabase(path: nil, clock: configuration.clock)
        case .sqlite(let path): try SQLiteGatewayDatabase(path: path, clock: configuration.clock)
        case .postgres(let url):
            try await PostgresGatewayDatabase.open(url: url, connections: configuration.databaseConnections)
        }
    }

    /// Starts a gateway with an open database, which it closes when it stops.
    static func start(_ configuration: GatewayConfiguration, _ database: any GatewayDatabase) async throws -> Gateway {
        let logger = Logger.ofServer("herald.gateway", level: .warning)
        let upstream = try configuration.upstream()
        let client = HomeserverClient(upstream, deadline: configuration.homeserverDeadline)
        let metrics = GatewayMetrics(), shared = ListeningURL(configuration.publicURL)
        let owners = TokenOwners(client), homeserver = login(configuration, client, logger)
        let endings = SessionEndings(database, homeserver: homeserver, owners: owners, logger: logger)
        let handler = handler(configuration, database, client, homeserver, endings, owners, metrics, shared, logger)
        metrics.http.add(handler.endpoints.meters)
        let counts = ProxyCountsBox()
        let monitoring = Monitoring(
            readers: try configuration.readers(),
            readiness: Readiness([
                .init("database") { try await database.check() },
                .init("homeserver", isDependency: true) { try await ready(client) },
            ]),
            families: { metrics.families(counts.get(), database: database.metrics) })
        let proxy: ProxyListener
        do {
            proxy = try await ProxyListener.start(
                host: configuration.host, port: configuration.port,
                limits: HTTPListener.Limits(
                    connections: ConnectionLimits(
                        inAll: configuration.connections, perAddress: configuration.connectionsPerAddress),
                    bodyDeadline: configuration.bodyDeadline, slowestBody: 16 << 10,
                    farewell: configuration.farewell, proxies: try configuration.proxies()),
                proxy: self.proxy(configuration, to: upstream), logger: logger, metrics: metrics.http,
                monitoring: monitoring, handler: handler, isOwn: handler.isOwn,
                admitsOpen: handler.admitsOpen)
        } catch let failure as HTTPListener.Failure {
            let field = "\(configuration.host):\(configuration.port)"
            guard case .addressInUse = failure else {
                throw GatewayError(.cannotListen, field: field, reason: failure.reason)
            }
            throw GatewayError(.addressInUse, field: field, reason: failure.reason)
        }
        counts.set(proxy.counts)
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let baseURL = "http://\(host):\(proxy.port)"
        if configuration.publicURL == nil, configuration.isInner {
            logger.warning("no public URL is set, so .well-known sends clients to \(baseURL); set --public-url")
        }
        shared.setListening(baseURL)
        return Gateway(
            baseURL: baseURL, proxy: proxy, database: database, client: client,
            retries: Task {
                while (try? await Task.sleep(for: SessionEndings.pause)) != nil { await endings.retry() }
            })
    }

    /// Stops listening, waits for open requests and closes the database.
    package func stop() async {
        retries.cancel()
        await proxy.stop()
        client.close()
        await retries.value
        await database.close()
    }

    private static func login(
        _ configuration: GatewayConfiguration, _ client: HomeserverClient, _ logger: Logger
    ) -> HomeserverLogin {
        HomeserverLogin(
            client: client,
            token: LoginToken(
                key: configuration.key, issuer: configuration.issuer, audience: configuration.serverName),
            serverName: configuration.serverName, clock: configuration.clock, logger: logger)
    }

    private static func handler(
        _ configuration: GatewayConfiguration, _ database: any GatewayDatabase, _ client: HomeserverClient,
        _ homeserver: HomeserverLogin, _ endings: SessionEndings, _ owners: TokenOwners, _ metrics: GatewayMetrics,
        _ baseURL: ListeningURL, _ logger: Logger
    ) -> GatewayHandler {
        let name = configuration.serverName
        let store = DatabaseDIDStore(database, serverName: name)
        let limits = DatabaseLimits(database, rates: configuration.rates), reads = ReadLimits(configuration.rates)
        let challenges = DatabaseChallengeStore(
            database, lifetime: configuration.challengeLifetime, capacity: configuration.challengeCapacity,
            capacityPerRemote: configuration.challengeCapacityPerRemote)
        let login = DIDLogin(
            settings: IdentitySettings(
                serverName: name, userDomain: name, developers: configuration.developerKeys,
                requiresAppToken: configuration.requiresAppToken, acceptsHexText: configuration.acceptsHexText,
                applicationKey: configuration.applicationKey,
                now: configuration.clock, random: SystemRandom.bytes, logger: logger),
            store: HomeserverDIDStore(inside: store, endings: endings, serverName: name, logger: logger),
            challenges: challenges,
            limits: limits,
            sessions: HomeserverSessions(
                database: database, store: store, challenges: challenges, homeserver: homeserver, serverName: name))
        var endpoints = OwnEndpoints()
        SessionEndpoints(
            login: login, metrics: metrics, client: client, owners: owners, baseURL: { try baseURL.get() }
        ).register(in: &endpoints)
        UserEndpoints(
            database: database, store: store, client: client, meetingServerURL: configuration.meetingServerURL
        ).register(in: &endpoints)
        RoomEndpoints(database: database, store: store, client: client, reads: reads, serverName: name)
            .register(in: &endpoints)
        RegistrationEndpoints(client: client).register(in: &endpoints)
        RenamedEndpoints(client: client).register(in: &endpoints)
        ConfirmedEndpoints(
            database: database, store: store,
            auth: InteractiveAuth(
                login: login, sessions: DatabaseAuthSessionStore(database, lifetime: configuration.challengeLifetime)),
            homeserver: HomeserverConfirmation(
                client: client,
                token: ProofToken(key: configuration.key, issuer: configuration.issuer, serverName: name),
                clock: configuration.clock, logger: logger),
            owners: owners
        ).register(in: &endpoints)
        return GatewayHandler(endpoints: endpoints, limits: limits, reads: reads, owners: owners, logger: logger)
    }

    /// Returns the paths that are passed on (SDN sheet 8.4). `/_synapse/admin` is never passed on, whatever they are.
    static func proxy(_ configuration: GatewayConfiguration, to upstream: UpstreamAddress) -> ProxyConfiguration {
        var routes: [ProxyConfiguration.Route] = [
            .init("/_matrix"), .init("/_api", upstream: "/_matrix"),
            // Every homeserver serves v3, and not every one serves r0.
            .init("/_api/client/r0", upstream: "/_matrix/client/v3"),
        ]
        for version in ["r0", "v1", "v3"] {
            let old = "/_api/media/\(version)"
            for name in ["config", "preview_url"] {
                routes.append(.init("\(old)/\(name)", upstream: "/_matrix/client/v1/media/\(name)"))
            }
            for name in ["download", "thumbnail"] {
                // The picture loaders of SendingNetwork's apps send no token. The homeserver's settings decide if they get the file.
                routes.append(
                    .init(
                        "\(old)/\(name)", upstream: "/_matrix/client/v1/media/\(name)",
                        withoutToken: "/_matrix/media/v3/\(name)"))
                // Here the homeserver looks at no token, so none leads past the limit.
                routes.append(.init("/_matrix/media/\(version)/\(name)", isOpen: true))
            }
            routes.append(.init("\(old)/upload", upstream: "/_matrix/media/v3/upload"))
        }
        for root in ["/_api", "/_matrix"] {
            for proposal in RenamedEndpoints.proposals {
                routes.append(
                    .init(
                        "\(root)/client/unstable/org.sdn.\(proposal)",
                        upstream: "/_matrix/client/unstable/org.matrix.\(proposal)"))
            }
        }
        var proxy = ProxyConfiguration(upstream: upstream, routes: routes, limits: configuration.proxyLimits)
        // Each open request of a client has a connection to the homeserver.
        proxy.limits.connections = configuration.connections
        proxy.publicURL = configuration.publicURL
        // Media may be at a store elsewhere, and a login in a browser is at another server. All other clients keep their tokens to this server.
        proxy.redirectsElsewhere = ["/_matrix/media", "/_matrix/client/v1/media"]
        for version in ["r0", "v1", "v3"] {
            proxy.redirectsElsewhere += ["sso", "cas"].map { "/_matrix/client/\(version)/login/\($0)" }
        }
        // Identifiers of rooms and events may have slashes.
        proxy.allowsEscapedSlashes = true
        return proxy
    }

    private static func ready(_ client: HomeserverClient) async throws {
        let answer = try await client.ask("GET", "/_matrix/client/versions")
        guard answer.status == 200, try HomeserverClient.object(answer)["versions"]?.arrayValue != nil else {
            throw GatewayFailure.invalidResponse
        }
    }
}

/// The base URL for clients. Without a configured one it is known only after the gateway has begun to listen.
private final class ListeningURL: Sendable {
    private let text: Mutex<String?>

    init(_ configured: String?) { text = Mutex(configured) }

    /// - Throws: ``GatewayFailure`` with 503 in the short time before ``setListening(_:)``.
    func get() throws -> String {
        guard let text = text.withLock({ $0 }) else {
            throw GatewayFailure(status: 503, MatrixError(.unknown, "The gateway is starting, so try again."))
        }
        return text
    }

    func setListening(_ url: String) { text.withLock { $0 = $0 ?? url } }
}

/// The counts of the proxy, which exist only after the start of the listener that shows them.
private final class ProxyCountsBox: Sendable {
    private let counts = Mutex<ProxyCounts?>(nil)

    func get() -> ProxyCounts? { counts.withLock { $0 } }
    func set(_ new: ProxyCounts) { counts.withLock { $0 = new } }
}
