import HeraldPeer

/// From where upstream's demo server may call without a token. Empty unless the operator names something.
///
/// The address is that of the socket itself. What somebody passes on is not trusted, and neither is what a browser sends for a page of
/// another site: a page anywhere can have the operator's browser post to this machine.
struct TrustedNetwork: Sendable {
    /// The word that stands for the addresses of this machine.
    static let loopback = "loopback"
    static let none = TrustedNetwork(blocks: [], trustsLoopback: false)

    private let blocks: [NetworkBlock]
    private let trustsLoopback: Bool

    private init(blocks: [NetworkBlock], trustsLoopback: Bool) {
        self.blocks = blocks
        self.trustsLoopback = trustsLoopback
    }

    /// - Parameter texts: `loopback`, addresses, or networks such as `192.0.2.0/24`.
    /// - Throws: ``ServicesError`` `configuration` for anything else, and for a network that holds every address.
    init(_ texts: [String]) throws(ServicesError) {
        var blocks: [NetworkBlock] = []
        for text in texts where text != Self.loopback {
            guard let block = NetworkBlock(text) else {
                throw Self.fault("'\(text)' is not \(Self.loopback), an IP address or a network such as 192.0.2.0/24")
            }
            guard !text.hasSuffix("/0") else { throw Self.fault("'\(text)' is everybody") }
            blocks.append(block)
        }
        self.init(blocks: blocks, trustsLoopback: texts.contains(Self.loopback))
    }

    func trusts(_ request: ServiceRequest) -> Bool {
        guard case .network(let text) = request.origin, !request.isOfBrowser, let address = NetworkAddress(text) else { return false }
        return trustsLoopback && address.isLoopback || blocks.contains { $0.contains(address) }
    }

    private static func fault(_ reason: String) -> ServicesError { ServicesError(.configuration, field: "trustedNetworks", reason: reason) }
}
