import HeraldPeer
import Logging
import SDNIdentity
import SDNWire

/// The node without its server: the database, the routes and the pipeline.
struct NodeAssembly: Sendable {
    let services: NodeServices
    let identity: IdentityRoutes
    let handler: NodeHandler
    let pushDispatcher: PushDispatcher
    let sweep: MediaSweep
    let retention: RetentionSweep
    let reports: ReportSweep
    let lastSeen: LastSeenSweep
    let searchIndex: SearchIndex
    let pushRecorder = PushRecorder()
    /// The endpoints for the operator's monitoring.
    let monitoring: Monitoring

    /// The parts of the database, in the order in which their tables are made.
    static var schema: [any SchemaPart.Type] {
        [
            IdentitySchema.self, RefreshSchema.self, DIDDocumentSchema.self, RoomSchema.self, EphemeralSchema.self,
            DeviceSchema.self, PushSchema.self, MediaSchema.self, ContactSchema.self, ReportSchema.self,
            SearchSchema.self, FanOutSchema.self, AdministratorSchema.self, PeekSchema.self, BackupSchema.self,
            CrossSigningSchema.self, SuspensionSchema.self, ReportedSubjectSchema.self,
            HandledRequestSchema.self,
        ]
    }

    /// - Parameter baseURL: returns the node's base URL for clients.
    init(_ configuration: NodeConfiguration, logger: Logger, baseURL: @escaping @Sendable () throws -> String) throws {
        let configuration = try configuration.validated()
        let database = try NodeDatabase(
            storage: configuration.storage, durability: configuration.durability,
            parts: Self.schema)
        let notifier = StreamNotifier()
        services = NodeServices(
            configuration: configuration, database: database, notifier: notifier,
            live: LiveState(
                database: database, notifier: notifier, random: configuration.random,
                clock: configuration.monotonicClock),
            limits: RateLimiter(limits: configuration.rateLimits, clock: configuration.monotonicClock),
            fanOutTypes: { $0.type },
            pushHosts: PushHostRules(allowlist: configuration.pushURLAllowlist),
            ignored: IgnoredSenders(limit: configuration.userLimits.ignoredUsers),
            disk: DiskSpace(configuration, logger: logger), logger: logger)
        pushDispatcher = PushDispatcher(services: services, transport: HTTPPushTransport(rules: services.pushHosts))
        identity = IdentityRoutes(services: services)
        var routes = RouteTable()
        DiscoveryRoutes(
            changesPasswords: configuration.allowsPasswords,
            isAdministrator: { caller in
                try await database.read { db in try AdministratorStore.contains(caller.userID, in: db) }
            }, baseURL: baseURL
        ).register(in: &routes)
        identity.register(in: &routes)
        let auth = CallerProof(
            auth: InteractiveAuth(
                login: identity.did,
                sessions: AuthSessions(
                    lifetime: configuration.challengeLifetime, clock: configuration.monotonicClock)),
            passwords: identity.passwords)
        AccountRoutes(services: services, tokens: identity.tokens, passwords: identity.passwords, auth: auth).register(
            in: &routes)
        DeviceRoutes(services: services, tokens: identity.tokens, auth: auth).register(
            in: &routes)
        WhoisRoutes(services: services).register(in: &routes)
        let locks = AccountLocks(services: services, tokens: identity.tokens)
        AccountModerationRoutes(locks: locks).register(in: &routes)
        ToDeviceRoutes(services: services).register(in: &routes)
        KeyRoutes(services: services, auth: auth).register(in: &routes)
        BackupRoutes(services: services).register(in: &routes)
        DehydratedDeviceRoutes(services: services).register(in: &routes)
        ProfileRoutes(services: services).register(in: &routes)
        RoomRoutes.register(in: &routes, services: services)
        PusherRoutes(services: services).register(in: &routes)
        EphemeralRoutes(services: services).register(in: &routes)
        PushRuleRoutes(services: services).register(in: &routes)
        NotificationRoutes(services: services).register(in: &routes)
        if configuration.recordsPushNotifications { pushRecorder.register(in: &routes) }
        let media = MediaService(services: services)
        MediaRoutes(media: media).register(in: &routes)
        sweep = MediaSweep(media: media)
        retention = RetentionSweep(services: services)
        reports = ReportSweep(services: services)
        lastSeen = LastSeenSweep(services: services)
        searchIndex = services.searchIndex
        MediaAdministrationRoutes(services: services).register(in: &routes)
        if configuration.operatorToken != nil {
            OperatorRoutes(
                users: AdministeredUsers(services: services, tokens: identity.tokens, passwords: identity.passwords),
                locks: locks, rooms: AdministeredRooms(services: services), media: AdministeredMedia(media: media),
                reports: AdministeredReports(services: services)
            ).register(in: &routes)
        }
        ContactRoutes(services: services).register(in: &routes)
        let (tokens, seen, clock) = (identity.tokens, services.lastSeen, configuration.clock)
        let authenticate: @Sendable (String, String) async throws -> Caller = { token, address in
            let caller = try await tokens.caller(of: token)
            seen.note(caller, address: address, time: clock())
            return caller
        }
        let metrics = services.metrics
        metrics.http.add(routes.routes.lazy.map(\.meter))
        monitoring = Monitoring(
            readers: try configuration.readers(),
            readiness: Readiness([
                .init("database") { try await database.check() },
                // The node still serves reads, so it is named and stays ready.
                .init("disk", isDependency: true) { [disk = services.disk] in try disk.requireSpace() },
            ]),
            families: { metrics.families(database.counters, polls: notifier.waiterCount) })
        var handler = NodeHandler(routes: routes, authenticate: authenticate, limits: services.limits, logger: logger)
        handler.disk = services.disk
        handler.operatorToken = configuration.operatorToken
        handler.authenticateLocked = { token, _ in try await tokens.caller(of: token, admitsLocked: true) }
        self.handler = handler
    }
}

/// Returns the type of each kind of fan-out. The kinds cannot name the types themselves, because they are declared in a layer below the types.
extension FanOutKind {
    var type: any FanOut.Type {
        switch self {
        case .profile: ProfileFanOut.self
        case .departure: DepartureFanOut.self
        case .creation: CreationFanOut.self
        case .upgrade: UpgradeFanOut.self
        case .dissolution: DissolutionFanOut.self
        case .redaction: RedactionFanOut.self
        case .leftovers: LeftoverFanOut.self
        case .erasure: ErasureFanOut.self
        case .crowding: CrowdingFanOut.self
        case .guests: GuestFanOut.self
        case .backups: BackupRemoval.self
        case .retiredKeys: RetiredKeyFanOut.self
        case .closing: ClosingFanOut.self
        case .purge: PurgeFanOut.self
        }
    }
}
