import HeraldHTTP

/// The addresses that are trusted without a token.
///
/// The address of a request is that of its connection, or a loopback address that a trusted proxy names. Requests that other proxies
/// forward are not trusted. A proxy on this machine that writes no forwarding header cannot be distinguished from a client on this machine.
///
/// A malicious page can make a browser on this machine send a request. Such a request has an `Origin`, or names a host of the attacker that
/// resolves to this machine (DNS rebinding). Neither kind of request is trusted.
package struct TrustedAddresses: Sendable {
    /// The error for a text that cannot be used.
    package struct Malformed: Error {
        /// The part of a sentence that says what is wrong.
        package let reason: String
    }

    /// The word that stands for the addresses of this machine in a configuration.
    package static let loopback = "loopback"
    private static let localName = "localhost"
    package static let none = TrustedAddresses(blocks: [], trustsLoopback: false)

    private let blocks: [NetworkBlock]
    private let trustsLoopback: Bool

    private init(blocks: [NetworkBlock], trustsLoopback: Bool) {
        self.blocks = blocks
        self.trustsLoopback = trustsLoopback
    }

    /// Reads the addresses.
    /// - Parameter texts: `loopback`, addresses, or networks such as `192.0.2.0/24`.
    /// - Throws: ``Malformed`` for any other text, and for a network that contains every address.
    package init(_ texts: [String]) throws(Malformed) {
        var blocks: [NetworkBlock] = []
        for text in texts where text != Self.loopback {
            guard let block = NetworkBlock(text) else {
                throw Malformed(
                    reason: "'\(text)' is not \(Self.loopback), an IP address or a network such as 192.0.2.0/24")
            }
            guard !block.isEverybody else {
                throw Malformed(reason: "'\(text)' contains all addresses, so name a smaller network")
            }
            blocks.append(block)
        }
        self.init(blocks: blocks, trustsLoopback: texts.contains(Self.loopback))
    }

    /// True if a request from this address is trusted.
    /// - Parameters:
    ///   - text: the address of the connection, or a loopback address that a trusted proxy names.
    ///   - isOfBrowser: true if the request has an `Origin`.
    ///   - host: the value of `Host`; `nil` if there is none.
    package func trusts(_ text: String, isOfBrowser: Bool, host: String?) -> Bool {
        guard let address = Self.address(text, isOfBrowser: isOfBrowser, host: host) else { return false }
        return trustsLoopback && address.isLoopback || contains(address)
    }

    /// True if a request from this address is trusted because the configuration names the address, or a network that has it. The word
    /// ``loopback`` names none.
    /// - Parameters:
    ///   - text: the address of the connection.
    ///   - isOfBrowser: true if the request has an `Origin`.
    ///   - host: the value of `Host`; `nil` if there is none.
    package func names(_ text: String, isOfBrowser: Bool, host: String?) -> Bool {
        Self.address(text, isOfBrowser: isOfBrowser, host: host).map { contains($0) } ?? false
    }

    private func contains(_ address: NetworkAddress) -> Bool { blocks.contains { $0.contains(address) } }

    /// Returns the address of a request; `nil` if the request is that of a page in a browser.
    private static func address(_ text: String, isOfBrowser: Bool, host: String?) -> NetworkAddress? {
        guard !isOfBrowser, let address = NetworkAddress(sender: text), !address.isLoopback || isNoName(host) else {
            return nil
        }
        return address
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
}
