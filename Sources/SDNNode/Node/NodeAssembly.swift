import Logging
import SDNWire

/// The node without its server: database, routes and pipeline.
struct NodeAssembly: Sendable {
    let services: NodeServices
    let identity: IdentityRoutes
    let handler: NodeHandler

    /// - Parameter baseURL: what clients are told of where the node is.
    init(_ configuration: NodeConfiguration, logger: Logger, baseURL: @escaping @Sendable () -> String) throws {
        let configuration = try configuration.validated()
        let database = try NodeDatabase(
            storage: configuration.storage, durability: configuration.durability, parts: [IdentitySchema.self, RoomSchema.self, PushSchema.self])
        services = NodeServices(
            configuration: configuration, database: database, notifier: StreamNotifier(),
            limits: RateLimiter(limits: configuration.rateLimits, clock: configuration.clock), logger: logger)
        identity = IdentityRoutes(services: services)
        var routes = RouteTable()
        DiscoveryRoutes(baseURL: baseURL).register(in: &routes)
        identity.register(in: &routes)
        ProfileRoutes(services: services).register(in: &routes)
        RoomRoutes.register(in: &routes, services: services)
        PusherRoutes(services: services).register(in: &routes)
        let tokens = identity.tokens
        handler = NodeHandler(routes: routes, authenticate: { token in try await tokens.caller(of: token) }, logger: logger)
    }
}
