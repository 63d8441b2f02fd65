import OpenDID_DataModel

/// Where a process has the registry.
enum RegistryPlace: Sendable {
    /// In its own database: it runs the trust agent.
    case here(Registry)
    /// At a trust agent that another process runs.
    case elsewhere(RemoteRegistry)

    /// - Throws: ``ServicesError`` `configuration` when nobody says where the trust agent is, or by which token it knows its peers.
    init(_ configuration: ServicesConfiguration, database: ServiceDatabase) throws(ServicesError) {
        guard !configuration.roles.contains(.tas) else {
            self = .here(Registry(database: database, now: configuration.now))
            return
        }
        guard configuration.addresses[.tas] != nil else {
            throw ServicesError(
                .configuration, field: "addresses.tas", reason: "the registry is the trust agent's: say where that is (--tas-url)")
        }
        guard configuration.peerToken != nil else {
            throw ServicesError(
                .configuration, field: "peerToken",
                reason: "the trust agent opens its registry for its peers only: give their token (HERALD_PEER_TOKEN)")
        }
        self = .elsewhere(RemoteRegistry(
            peers: PeerClient(
                local: LateHandler(), localRoles: [], addresses: configuration.addresses, token: configuration.peerToken?.exposedText,
                transport: configuration.peerTransport ?? URLSessionTransport(), observer: configuration.peerObserver),
            now: configuration.now, random: configuration.random))
    }

    /// The registry for reading.
    var access: any RegistryAccess { access(for: nil, as: nil) }

    /// The registry as one server asks it.
    /// - Parameter identity: who signs its changes where it is asked over HTTP.
    func access(for role: ServiceRole?, as identity: ProviderIdentity?) -> any RegistryAccess {
        switch self {
        case .here(let registry): registry
        case .elsewhere(let registry): registry.speaking(for: role, as: identity)
        }
    }
}
