/// How a host name becomes addresses.
public protocol HostResolving: Sendable {
    /// All addresses of a host name, at least one.
    /// - Throws: ``MYKEYServicesError`` `network` when there are none or the name service does not answer in time.
    func addresses(of host: String, within limit: Duration) async throws(MYKEYServicesError) -> [NetworkAddress]
}
