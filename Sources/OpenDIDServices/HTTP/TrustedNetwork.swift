import HeraldPeer

/// The addresses from which upstream's demo server may call some endpoints without a token; see `TrustedAddresses`. By default, there are no
/// such addresses.
struct TrustedNetwork: Sendable {
    static let none = TrustedNetwork(addresses: .none)

    private let addresses: TrustedAddresses

    private init(addresses: TrustedAddresses) { self.addresses = addresses }

    /// Creates the set of trusted addresses.
    /// - Parameter texts: `loopback`, addresses, or networks such as `192.0.2.0/24`.
    /// - Throws: ``ServicesError`` `configuration` for any other text, and for a network that contains every address.
    init(_ texts: [String]) throws(ServicesError) {
        self.init(addresses: try TrustedAddresses(texts, field: "trustedNetworks"))
    }

    func trusts(_ request: ServiceRequest) -> Bool {
        guard case .network(let text) = request.origin else { return false }
        return addresses.trusts(text, isOfBrowser: request.isOfBrowser, host: request.host)
    }
}

extension TrustedAddresses {
    /// Reads the addresses of a configuration.
    /// - Parameter field: the field that contains them.
    /// - Throws: ``ServicesError`` `configuration`.
    init(_ texts: [String], field: String) throws(ServicesError) {
        do throws(TrustedAddresses.Malformed) {
            try self.init(texts)
        } catch {
            throw ServicesError(.configuration, field: field, reason: error.reason)
        }
    }
}
