/// The only addresses that one call may connect to. The caller has looked them up and checked them. No socket is opened to another address,
/// even if the name resolves differently by then.
package struct HTTPDestination: Sendable, Hashable {
    /// The URL's host in lower case if it is a name. `nil` if it is an address.
    package let name: String?
    /// The URL's port, or the scheme's default port.
    package let port: UInt16
    /// The addresses, each with 4 bytes (IPv4) or 16 bytes (IPv6).
    package let addresses: [[UInt8]]

    package init(name: String?, port: UInt16, addresses: [[UInt8]]) {
        self.name = name
        self.port = port
        self.addresses = addresses
    }

    /// The entry for libcurl's name cache, or `nil` when there is no name.
    var entry: String? {
        name.map { name in
            "\(name):\(port):" + addresses.compactMap { NetworkAddress(bytes: $0)?.urlHost }.joined(separator: ",")
        }
    }
}
