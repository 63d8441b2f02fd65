/// A server whose addresses were looked up and checked. Connections go only to these addresses, whatever the name resolves to later. Changing
/// a name's address between check and connection (DNS rebinding) therefore gains nothing.
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
        let addresses: [NetworkAddress]
        if let literal = server.literal {
            addresses = [literal]
        } else {
            addresses = try await resolver.addresses(of: server.host, within: limit)
        }
        for address in addresses {
            if let reason = rules.refusal(of: address, isSecure: server.isSecure) {
                throw MYKEYServicesError(.addressRefused, field: server.displayHost, reason: reason)
            }
        }
        guard !addresses.isEmpty else {
            throw MYKEYServicesError(.network, field: server.host, reason: "the host name does not resolve")
        }
        self.init(server: server, addresses: addresses)
    }
}
