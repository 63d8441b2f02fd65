import HeraldPeer
import Logging
import OpenDID_DataModel

/// Builds the servers of one process: storage, identities, enrolment, modules and routes.
struct ServicesAssembly: Sendable {
    let configuration: ServicesConfiguration
    let database: any ServiceDatabase
    let registry: RegistryPlace
    let logger: Logger
    let sweeper: Sweeper
    let limiter: ClientLimiter
    /// The counters of the listener.
    let metrics = HTTPMetrics()
    let keys: StorageKeys

    /// Checks the configuration and opens the storage.
    /// - Throws: ``ServicesError``.
    init(_ configuration: ServicesConfiguration, logger: Logger) async throws {
        guard !configuration.roles.isEmpty else {
            throw ServicesError(.configuration, field: "roles", reason: "at least one role is needed")
        }
        let isAlone = !configuration.roles.contains(.tas)
        if configuration.storage == .memory, isAlone, configuration.roles.contains(where: { $0.certificateRole != nil })
        {
            throw ServicesError(
                .configuration, field: "storage",
                reason:
                    "a server that enrols with another process's trust agent must store its keys on disk, so use a directory"
            )
        }
        try configuration.requireWebAddresses()
        try configuration.limits.validate()
        try configuration.operatorToken?.requireTokenStrength("operatorToken", variable: "HERALD_OPERATOR_TOKEN")
        try configuration.peerToken?.requireTokenStrength("peerToken", variable: "HERALD_PEER_TOKEN")
        self.configuration = configuration
        self.logger = logger
        (database, keys) = try await configuration.openStorage()
        do {
            registry = try RegistryPlace(configuration, database: database)
        } catch {
            await database.close()
            throw error
        }
        sweeper = Sweeper(database: database, now: configuration.now)
        sweeper.add([TransactionRows.expired])
        limiter = ClientLimiter(
            configuration.limits, uptime: configuration.uptime,
            shared: try Self.sharedCounts(of: database, keys, configuration, logger))
        addSharedLimits()
    }

    /// Enrols the servers and creates their routes.
    /// - Parameters:
    ///   - baseURL: the URL under which clients reach this process.
    ///   - local: answers requests to the servers of this process, as soon as their routes exist.
    func makeRouter(baseURL: String, local: any ServiceHandler) async throws -> ServiceRouter {
        let peers = PeerClient(
            local: local, localRoles: configuration.roles, addresses: configuration.addresses,
            token: configuration.peerToken?.exposedText,
            transport: configuration.peerTransport ?? URLSessionTransport(), observer: configuration.peerObserver)
        let identities = try await makeIdentities(baseURL: baseURL)
        let registrar = makeRegistrar(identities[.tas], baseURL: baseURL)
        let enrol = try await enrolment(by: registrar, peers, baseURL: baseURL)
        // The trust agent is enrolled first, because it signs the certificates of the other servers.
        for role in [.tas] + ServiceRole.allCases.filter({ $0 != .tas }) {
            if let identity = identities[role] { try await enrol(identity) }
        }
        let seed = SeedEntry(
            seed: configuration.seed,
            registry: (
                registry.access(for: .issuer, as: identities[.issuer]), registry.access(for: .cas, as: identities[.cas])
            ),
            issuerURL: try await configuration.publicURL(of: .issuer, own: baseURL, registry: registry.access),
            issuer: configuration.did(of: .issuer), trustAgent: configuration.did(of: .tas),
            roles: configuration.roles)
        try await StartRetries(timeout: configuration.enrolmentTimeout).run { try await seed.enter() }
        var routes = RouteTable()
        if let registrar {
            EntityRegistration(registrar: registrar, registry: registrar.registry, now: configuration.now).add(
                to: &routes)
        }
        for module in RoleModules.all where configuration.roles.contains(module.role) {
            let identity = identities[module.role]
            if let identity {
                let registry = registry.access(for: module.role, as: identity)
                CertificateRoutes(identity: identity, registry: registry) { try await enrol(identity) }.add(to: &routes)
            }
            let context = try context(
                of: module.role, baseURL: baseURL, peers: peers, identity: identity, registrar: registrar)
            let server = try await module.init(context)
            server.addRoutes(to: &routes)
            sweeper.add(server.expiredRows())
            sweeper.add(server.askedRows())
        }
        metrics.add(routes.meters)
        return ServiceRouter(
            routes: registry.access.isHere ? routes : routes.tellingOutages(),
            admission: Admission(
                operatorToken: configuration.operatorToken?.exposedText,
                peerToken: configuration.peerToken?.exposedText,
                guesses: try tokenGuesses(),
                trusted: try TrustedNetwork(configuration.trustedNetworks)),
            limiter: limiter, logger: logger)
    }

    /// Returns the stored messages of the notification provider, or `nil` if this process does not run it.
    func outbox() throws(ServicesError) -> NotificationOutbox? {
        guard configuration.roles.contains(.noti) else { return nil }
        return NotificationOutbox(database: database, seal: try keys.seal(of: .noti))
    }

    /// Returns the identity of a role's server. Keys are created if the server has none.
    /// - Throws: ``ServicesError`` `configuration` or `storageKey`.
    func identity(of role: ServiceRole, baseURL: String) async throws -> ProviderIdentity {
        guard let text = configuration.did(of: role), let did = try? DID(text) else {
            throw ServicesError(.configuration, field: "dids.\(role.rawValue)", reason: "a DID expected")
        }
        return try await IdentityStore(database: database, now: configuration.now, random: configuration.random)
            .identity(
                of: role, did: did, name: configuration.names[role] ?? role.rawValue,
                controller: configuration.requireDID(of: .tas),
                certVcRef: baseURL + OpenDIDEndpoints.certificate(of: role).path, seal: try keys.seal(of: role))
    }

    private func makeIdentities(baseURL: String) async throws -> [ServiceRole: ProviderIdentity] {
        var identities: [ServiceRole: ProviderIdentity] = [:]
        for role in ServiceRole.allCases where configuration.roles.contains(role) && role.certificateRole != nil {
            identities[role] = try await identity(of: role, baseURL: baseURL)
        }
        return identities
    }

    /// Returns the function that enrols a server. If this process runs the trust agent, the server is enrolled directly. Otherwise it is
    /// enrolled over HTTP as soon as the registry answers.
    private func enrolment(
        by registrar: Registrar?, _ peers: PeerClient, baseURL: String
    ) async throws -> @Sendable (ProviderIdentity) async throws -> Void {
        if let registrar {
            let enrolment = Enrolment(registrar: registrar, registry: registrar.registry, now: configuration.now)
            return { identity in try await enrolment.enrol(identity, baseURL: baseURL) }
        }
        let enrolment = RemoteEnrolment(
            peers: peers, registry: registry.access, timeout: configuration.enrolmentTimeout, now: configuration.now,
            random: configuration.random)
        try await enrolment.reachRegistry(of: configuration.requireDID(of: .tas))
        return { identity in try await enrolment.enrol(identity, baseURL: baseURL) }
    }

    private func makeRegistrar(_ identity: ProviderIdentity?, baseURL: String) -> Registrar? {
        guard case .here(let registry) = registry, let identity else { return nil }
        return Registrar(
            identity: identity, registry: registry,
            certificateSchema: "\(baseURL)\(OpenDIDEndpoints.TAS.vcSchema.path)?name=certificate",
            now: configuration.now, random: configuration.random)
    }

    private func context(
        of role: ServiceRole, baseURL: String, peers: PeerClient, identity: ProviderIdentity?, registrar: Registrar?
    ) throws(ServicesError) -> RoleContext {
        let seal = try keys.seal(of: role)
        var peers = peers
        peers.caller = role
        let (codes, lifetime): (TransactionCodes, Duration) =
            switch role {
            case .issuer: (.issuer, configuration.lifetimes.issuerTransaction)
            case .verifier: (.verifier, configuration.lifetimes.verifierTransaction)
            default: (.tas, configuration.lifetimes.trustAgentTransaction)
            }
        return RoleContext(
            role: role, configuration: configuration, baseURL: baseURL,
            registry: registry.access(for: role, as: identity),
            transactions: TransactionStore(
                role: role, codes: codes, database: database, seal: seal,
                lifetimes: TransactionStore.Lifetimes(
                    whole: lifetime, unfinished: configuration.limits.unfinishedTransaction,
                    begun: configuration.limits.begunTransaction),
                now: configuration.now, random: configuration.random, sweeper: sweeper, limiter: limiter),
            sweeper: sweeper,
            database: database, seal: seal, peers: peers, logger: logger, ownIdentity: identity,
            ownRegistrar: role == .tas ? registrar : nil)
    }
}

/// All kinds of servers.
enum RoleModules {
    static let all: [any RoleModule.Type] = [
        TrustAgentRole.self, IssuerRole.self, VerifierRole.self, AppProviderRole.self, WalletProviderRole.self,
        GatewayRole.self,
        ListRole.self, NotificationRole.self,
    ]
}
