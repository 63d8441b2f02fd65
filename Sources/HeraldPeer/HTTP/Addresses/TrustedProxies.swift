import HTTPTypes

/// Who sends a request.
package struct ClientAddress: Sendable, Hashable {
    /// An IP address.
    package let text: String
    /// Whether somebody stands between: the request says that it was passed on.
    package let isForwarded: Bool
    /// Whether the request comes from this machine: over a loopback socket from the client itself, or through a trusted proxy that says so.
    package let isLocal: Bool
    /// True when a trusted proxy names its client. ``text`` is the proxy's own address when its headers contradict each other or cannot be read.
    package let isOfProxy: Bool

    package init(text: String, isForwarded: Bool = false, isLocal: Bool, isOfProxy: Bool = false) {
        self.text = text
        self.isForwarded = isForwarded
        self.isLocal = isLocal
        self.isOfProxy = isOfProxy
    }

    /// What limits count the client under; see ``NetworkAddress/key``.
    package var key: String { NetworkAddress.key(of: text) }
}

/// The proxies whose word about a client's address is believed. Everybody can write such a header, so from others it is not.
package struct TrustedProxies: Sendable, Hashable {
    /// What is no address and no network.
    package struct Malformed: Error {
        package let text: String
        package var reason: String { "'\(text)' is no IP address and no network such as 192.0.2.0/24" }
    }

    /// No proxy.
    package static let none = TrustedProxies()
    /// More of them are no chain of proxies.
    private static let longestChain = 32
    private static let realAddress = HTTPField.Name("X-Real-IP")
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwarded = HTTPField.Name("Forwarded")
    /// Says only that somebody stands between, and not for whom.
    private static let via = HTTPField.Name("Via")

    private let blocks: [NetworkBlock]

    private init() { blocks = [] }

    /// - Parameter texts: addresses, or networks such as `192.0.2.0/24`.
    /// - Throws: ``Malformed``.
    package init(_ texts: [String]) throws(Malformed) {
        var blocks: [NetworkBlock] = []
        for text in texts {
            guard let block = NetworkBlock(text) else { throw Malformed(text: text) }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    package func contains(_ address: NetworkAddress?) -> Bool { address.map { address in blocks.contains { $0.contains(address) } } ?? false }

    /// Who sends a request: the other side of the socket, or whom a trusted proxy names there.
    ///
    /// That is the rightmost address of `X-Forwarded-For`, or of `for` in `Forwarded` (RFC 7239), that is no trusted proxy itself. A client
    /// can write the one that its proxy does not, so where both are there they have to agree, with each other and with `X-Real-IP`, unless
    /// that names a trusted proxy: some proxies write nothing else and pass on what their clients write. A proxy that says nothing useful
    /// stands for its clients.
    /// - Parameters:
    ///   - peer: the address of the other side of the socket.
    ///   - headers: of the request.
    package func client(peer: String, headers: HTTPFields) -> ClientAddress {
        let address = NetworkAddress(peer)
        let names = [Self.forwardedFor, Self.forwarded, Self.realAddress, Self.via].compactMap { $0 }
        let isPassedOn = names.contains { headers.contains($0) }
        guard contains(address) else {
            return ClientAddress(text: peer, isForwarded: isPassedOn, isLocal: address?.isLoopback == true && !isPassedOn)
        }
        var named: [String?] = []
        if let name = Self.forwardedFor, headers.contains(name) { named.append(outermost(ForwardedChain.addresses(ofList: headers[values: name]))) }
        if let name = Self.forwarded, headers.contains(name) { named.append(outermost(ForwardedChain.addresses(ofElements: headers[values: name]))) }
        guard case let text?? = named.first, Set(named).count == 1, let client = NetworkAddress(text), agrees(headers, with: client) else {
            return ClientAddress(text: peer, isForwarded: true, isLocal: false, isOfProxy: !named.isEmpty)
        }
        return ClientAddress(text: text, isForwarded: true, isLocal: client.isLoopback, isOfProxy: true)
    }

    /// Whether `X-Real-IP`, where it is there, names nobody else.
    private func agrees(_ headers: HTTPFields, with client: NetworkAddress) -> Bool {
        guard let name = Self.realAddress else { return true }
        return headers[values: name].allSatisfy { text in
            guard let named = ForwardedChain.addresses(ofList: [text]), named.count == 1, let real = named.first.flatMap({ NetworkAddress($0) })
            else { return false }
            return real == client || contains(real)
        }
    }

    /// The rightmost address that is no trusted proxy, or else the leftmost one; `nil` when something on the way to it is no address.
    private func outermost(_ chain: [String]?) -> String? {
        guard let chain, chain.count <= Self.longestChain else { return nil }
        var last: String?
        for text in chain.reversed() {
            guard let address = NetworkAddress(text) else { return nil }
            last = text
            if !contains(address) { break }
        }
        return last
    }
}
