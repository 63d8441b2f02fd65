import HeraldHTTP

/// Looks up the addresses of host names.
public protocol HostResolving: Sendable {
    /// Returns all addresses of a host name, at least one.
    /// - Throws: ``MYKEYServicesError`` `network` when there are none or the look-up takes too long.
    func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress]
}
