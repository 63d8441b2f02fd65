import HeraldHTTP

/// Looks up the addresses of host names.
public protocol HostResolving: Sendable {
    /// Returns all addresses of a host name, at least one.
    /// - Throws: ``MYKEYServicesError`` `network` when there are none or the look-up takes too long.
    func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress]
}

/// Looks up host names with the system's resolver.
public struct SystemHostResolver: HostResolving {
    private let resolver = HostResolver()

    /// Creates a resolver.
    public init() {}

    public func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress]
    {
        let found = await resolver.addresses(of: host, within: limit).addresses
        guard let found, !found.isEmpty else {
            let why = found == nil ? "the name service did not answer in time" : "the host name does not resolve"
            throw MYKEYServicesError(.network, field: host, reason: why)
        }
        return found
    }
}
