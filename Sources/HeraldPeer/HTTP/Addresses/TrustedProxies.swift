import HTTPTypes
import HeraldHTTP

/// The sender of a request.
package struct ClientAddress: Sendable, Hashable {
    /// The IP address.
    package let text: String
    /// True when the headers say that the request was forwarded.
    package let isForwarded: Bool
    /// True when the request comes from this machine: over a loopback socket without forwarding, or through a trusted proxy that names a loopback
    /// client.
    package let isLocal: Bool
    /// True when a trusted proxy sent the request with headers that name its client. If these headers contradict each other or cannot be read,
    /// ``text`` is the proxy's own address.
    package let isOfProxy: Bool
    /// The key under which rate limits count the client; see ``NetworkAddress/key``.
    package let key: String

    package init(text: String, isForwarded: Bool = false, isLocal: Bool, isOfProxy: Bool = false) {
        self.init(
            text: text, NetworkAddress(sender: text), isForwarded: isForwarded, isLocal: isLocal, isOfProxy: isOfProxy)
    }

    /// Creates the sender of a request.
    /// - Parameter address: the address that `text` contains, or `nil` if `text` is not an address.
    init(text: String, _ address: NetworkAddress?, isForwarded: Bool, isLocal: Bool, isOfProxy: Bool = false) {
        self.text = text
        self.isForwarded = isForwarded
        self.isLocal = isLocal
        self.isOfProxy = isOfProxy
        key = address?.key ?? text
    }

    /// The IP address without a zone, or `nil` if it is unknown.
    package var ipAddress: String? {
        guard NetworkAddress(sender: text) != nil else { return nil }
        return text.utf8.firstIndex(of: UInt8(ascii: "%")).map { String(text[..<$0]) } ?? text
    }
}

/// The proxies whose headers about a client's address are trusted. Any client can send such headers, so those of other senders are ignored.
package struct TrustedProxies: Sendable, Hashable {
    /// The error for a text that cannot be used.
    package struct Malformed: Error {
        /// The part of a sentence that says what is wrong.
        package let reason: String
    }

    /// No trusted proxies.
    package static let none = TrustedProxies()
    /// The longest chain of proxies that is read.
    private static let longestChain = 32
    private static let realAddress = HTTPField.Name("X-Real-IP")
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwarded = HTTPField.Name("Forwarded")
    /// A header that shows that the request was forwarded. It does not name the client.
    private static let via = HTTPField.Name("Via")
    private static let names = [forwardedFor, forwarded, realAddress, via].compactMap(\.self)

    private let blocks: [NetworkBlock]

    private init() { blocks = [] }

    /// Reads the proxies.
    /// - Parameter texts: addresses, or networks such as `192.0.2.0/24`.
    /// - Throws: ``Malformed`` for any other text, and for a network that contains every address: each client could then name any address.
    package init(_ texts: [String]) throws(Malformed) {
        var blocks: [NetworkBlock] = []
        for text in texts {
            guard let block = NetworkBlock(text) else {
                throw Malformed(reason: "'\(text)' is no IP address and no network such as 192.0.2.0/24")
            }
            guard !block.isEverybody else {
                throw Malformed(reason: "'\(text)' contains all addresses, so name a smaller network")
            }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    /// True if no proxy is trusted.
    var isEmpty: Bool { blocks.isEmpty }

    package func contains(_ address: NetworkAddress?) -> Bool {
        address.map { address in blocks.contains { $0.contains(address) } } ?? false
    }

    /// Returns true if a header says that a proxy has forwarded the request, whoever wrote it.
    static func isPassedOn(_ headers: HTTPFields) -> Bool { names.contains { headers.contains($0) } }

    /// Returns the sender of a request: the socket's peer, or the client that a trusted proxy names.
    ///
    /// The client is the rightmost address in `X-Forwarded-For`, or in the `for` elements of `Forwarded` (RFC 7239), that is not a trusted
    /// proxy. A client can forge a header that its proxy does not write. Therefore both headers must agree if both are present. They must
    /// also agree with `X-Real-IP`, unless `X-Real-IP` names a trusted proxy, because some proxies write only `X-Real-IP` and pass on the
    /// client's other headers. If the headers are unusable, the function returns the proxy's own address.
    /// - Parameters:
    ///   - peer: the address of the socket's peer.
    ///   - headers: the request's headers.
    package func client(peer: String, headers: HTTPFields) -> ClientAddress {
        let address = NetworkAddress(sender: peer)
        let isPassedOn = Self.isPassedOn(headers)
        guard contains(address) else {
            return ClientAddress(
                text: peer, address, isForwarded: isPassedOn, isLocal: address?.isLoopback == true && !isPassedOn)
        }
        var named: [String?] = []
        if let name = Self.forwardedFor, headers.contains(name) {
            named.append(outermost(ForwardedChain.addresses(ofList: headers[values: name])))
        }
        if let name = Self.forwarded, headers.contains(name) {
            named.append(outermost(ForwardedChain.addresses(ofElements: headers[values: name])))
        }
        guard case let text?? = named.first, Set(named).count == 1, let client = NetworkAddress(sender: text),
            agrees(headers, with: client)
        else {
            return ClientAddress(
                text: peer, address, isForwarded: true, isLocal: false, isOfProxy: !named.isEmpty)
        }
        return ClientAddress(text: text, client, isForwarded: true, isLocal: client.isLoopback, isOfProxy: true)
    }

    /// Returns true when `X-Real-IP` is absent or names the same client or a trusted proxy.
    private func agrees(_ headers: HTTPFields, with client: NetworkAddress) -> Bool {
        guard let name = Self.realAddress else { return true }
        return headers[values: name].allSatisfy { text in
            guard let named = ForwardedChain.addresses(ofList: [text]), named.count == 1,
                let real = named.first.flatMap({ NetworkAddress(sender: $0) })
            else { return false }
            return real == client || contains(real)
        }
    }

    /// Returns the rightmost address that is not a trusted proxy, or the leftmost address if all are trusted proxies. The chain is read from the
    /// right, and the result is `nil` when an element that is read is not an address.
    private func outermost(_ chain: [String]?) -> String? {
        guard let chain, chain.count <= Self.longestChain else { return nil }
        var last: String?
        for text in chain.reversed() {
            guard let address = NetworkAddress(sender: text) else { return nil }
            last = text
            if !contains(address) { break }
        }
        return last
    }
}
