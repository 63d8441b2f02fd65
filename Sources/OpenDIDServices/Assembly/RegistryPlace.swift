import OpenDID_DataModel

/// The place where the registry of a process is stored.
enum RegistryPlace: Sendable {
    /// The registry is in the process's own database, because the process runs the trust agent.
    case here(Registry)
    /// The registry belongs to the trust agent of another process.
    case elsewhere(RemoteRegistry)

    /// Determines from the configuration where the registry is.
    /// - Throws: ``ServicesError`` `configuration` if the trust agent's address or the peers' token is missing.
    init(_ configuration: ServicesConfiguration, database: any ServiceDatabase) throws(ServicesError) {
        guard !configuration.roles.contains(.tas) else {
            self = .here(Registry(database: database, now: configuration.now))
            return
        }
        guard configuration.addresses[.tas] != nil else {
            throw ServicesError(
                .configuration, field: "addresses.tas",
                reason: "the trust agent has the registry, so give its URL (--tas-url)")
        }
        guard configuration.peerToken != nil else {
            throw ServicesError(
                .configuration, field: "peerToken",
                reason: "the trust agent's registry accepts only peers, so give the peer token (HERALD_PEER_TOKEN)")
        }
        self = .elsewhere(
            RemoteRegistry(
                peers: PeerClient(
                    local: LateHandler(), localRoles: [], addresses: configuration.addresses,
                    token: configuration.peerToken?.exposedText,
                    transport: configuration.peerTransport ?? URLSessionTransport(),
                    observer: configuration.peerObserver),
                now: configuration.now, random: configuration.random))
    }

    /// The registry for a caller that only reads it.
    var access: any RegistryAccess { access(for: nil, as: nil) }

    /// Returns the registry in the form that one of this process's servers needs.
    /// - Parameters:
    ///   - role: the role of that server. `nil` for a caller that only reads.
    ///   - identity: the identity with which the server signs changes. It is needed only if the registry is in
    ///     another process.
    func access(for role: ServiceRole?, as identity: ProviderIdentity?) -> any RegistryAccess {
        switch self {
        case .here(let registry): registry
        case .elsewhere(let registry): registry.speaking(for: role, as: identity)
        }
    }
}
