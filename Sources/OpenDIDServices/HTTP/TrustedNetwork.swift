import HeraldHTTP

/// The addresses from which upstream's demo server may call some endpoints without a token. By default there are none.
///
/// The address of a request is that of its connection, or a loopback address that a trusted proxy names. Requests that other proxies
/// forward are not trusted. A proxy on this machine that writes no forwarding header cannot be distinguished from a client on this machine.
///
/// A malicious page can make a browser on this machine send a request. Such a request has an `Origin`, or names a host of the attacker that
/// resolves to this machine (DNS rebinding). Neither kind of request is trusted.
struct TrustedNetwork: Sendable {
    /// The word that stands for the addresses of this machine in the configuration.
    static let loopback = "loopback"
    private static let localName = "localhost"
    static let none = TrustedNetwork(blocks: [], trustsLoopback: false)

    private let blocks: [NetworkBlock]
    private let trustsLoopback: Bool

    private init(blocks: [NetworkBlock], trustsLoopback: Bool) {
        self.blocks = blocks
        self.trustsLoopback = trustsLoopback
    }

    /// Creates the set of trusted addresses.
    /// - Parameter texts: `loopback`, addresses, or networks such as `192.0.2.0/24`.
    /// - Throws: ``ServicesError`` `configuration` for any other text, and for a network that contains every address.
    init(_ texts: [String]) throws(ServicesError) {
        var blocks: [NetworkBlock] = []
        for text in texts where text != Self.loopback {
            guard let block = NetworkBlock(text) else {
                throw Self.fault("'\(text)' is not \(Self.loopback), an IP address or a network such as 192.0.2.0/24")
            }
            guard !block.isEverybody else { throw Self.fault("'\(text)' is everybody") }
            blocks.append(block)
        }
        self.init(blocks: blocks, trustsLoopback: texts.contains(Self.loopback))
    }

    func trusts(_ request: ServiceRequest) -> Bool {
        guard case .network(let text) = request.origin, !request.isOfBrowser, let address = NetworkAddress(sender: text)
        else {
            return false
        }
        guard !address.isLoopback || Self.isNoName(request.host) else { return false }
        return trustsLoopback && address.isLoopback || blocks.contains { $0.contains(address) }
    }

    /// True for a `Host` that DNS rebinding cannot use: an IP address or `localhost`. A request without `Host` is accepted, because
    /// browsers always send one.
    private static func isNoName(_ host: String?) -> Bool {
        guard let host else { return true }
        if host.hasPrefix("[") {
            let parts = host.dropFirst().split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && (parts[1].isEmpty || parts[1].hasPrefix(":"))
                && NetworkAddress(sender: parts[0]) != nil
        }
        let name = host.prefix { $0 != ":" }
        return name.lowercased() == localName || NetworkAddress(sender: name) != nil
    }

    private static func fault(_ reason: String) -> ServicesError {
        ServicesError(.configuration, field: "trustedNetworks", reason: reason)
    }
}
