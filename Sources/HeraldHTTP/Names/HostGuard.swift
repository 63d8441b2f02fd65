/// Decides whether a program may connect to a host that a stranger names. Without this check, a stranger could make the program connect to machines
/// in the program's own network.
///
/// A name is looked up before each connection, and the connection then goes only to the addresses that were checked. A name server that answers
/// differently the second time therefore has no effect.
package struct HostGuard: Sendable {
    /// The reason why a host is refused.
    package enum Refusal: Error, Sendable, Hashable {
        /// The name always means this machine, which is not allowed.
        case localName
        /// One of the host's addresses is not allowed.
        case address(NetworkAddress)
        /// The name has no address, or its look-up took too long.
        case unknown
    }

    private let allows: @Sendable (NetworkAddress) -> Bool

    /// Creates a guard.
    /// - Parameter allows: returns true for an allowed address.
    package init(allows: @escaping @Sendable (NetworkAddress) -> Bool) { self.allows = allows }

    /// Returns the reason to refuse a host that is known without a look-up.
    package func refusal(of host: URLHost) -> Refusal? {
        switch host {
        case .address(let address): allows(address) ? nil : .address(address)
        case .name: host.isLocalName && !allows(NetworkAddress(127, 0, 0, 1)) ? .localName : nil
        }
    }

    /// Returns the only addresses that a connection to a host may go to. If one of the host's addresses is not allowed, the host is refused.
    /// - Parameter resolve: looks up a name. It is not called for an address.
    /// - Throws: the errors of `resolve`.
    package func addresses<Failure>(
        of host: URLHost, resolve: (_ name: String) async throws(Failure) -> [NetworkAddress]
    ) async throws(Failure) -> Result<[NetworkAddress], Refusal> {
        if let refusal = refusal(of: host) { return .failure(refusal) }
        guard case .name(let name) = host else { return .success(host.address.map { [$0] } ?? []) }
        let addresses = try await resolve(name)
        if let refused = addresses.first(where: { !allows($0) }) { return .failure(.address(refused)) }
        return addresses.isEmpty ? .failure(.unknown) : .success(addresses)
    }
}
