import HeraldHTTP

/// A server whose addresses were looked up and checked. Connections are made only to these addresses, whatever the name resolves to later.
/// An attacker therefore gains nothing by changing the address of a name between the check and the connection (DNS rebinding).
struct Destination: Sendable, Hashable {
    let server: ServerAddress
    let addresses: [NetworkAddress]
}

extension Destination {
    /// Looks up and checks the addresses of a server.
    /// - Throws: ``MYKEYServicesError`` `addressRefused` when any address is not allowed, `network` when there is none.
    init(
        _ server: ServerAddress, rules: AddressRules, resolver: any HostResolving, within limit: Duration
    ) async throws(MYKEYServicesError) {
        let host = server.literal.map(URLHost.address) ?? .name(server.host)
        let hosts = HostGuard { rules.refusal(of: $0, isSecure: server.isSecure) == nil }
        let checked = try await hosts.addresses(of: host) { name throws(MYKEYServicesError) in
            try await resolver.addresses(of: name, within: limit)
        }
        switch checked {
        case .success(let addresses): self.init(server: server, addresses: addresses)
        case .failure(.address(let address)):
            let reason = rules.refusal(of: address, isSecure: server.isSecure) ?? "its address is not allowed"
            throw MYKEYServicesError(.addressRefused, field: server.displayHost, reason: reason)
        case .failure(.localName):
            throw MYKEYServicesError(
                .addressRefused, field: server.displayHost, reason: "its name is one of this machine")
        case .failure(.unknown):
            throw MYKEYServicesError(.network, field: server.host, reason: "the host name does not resolve")
        }
    }
}
