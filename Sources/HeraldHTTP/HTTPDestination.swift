/// The addresses that one call may connect to, looked up and checked by the caller: whatever the name service says by then, no socket is
/// opened to another one.
package struct HTTPDestination: Sendable, Hashable {
    /// The host of the URL when it is a name, in lower case; `nil` when it is itself an address.
    package let name: String?
    /// The port of the URL, also when the URL names none.
    package let port: UInt16
    /// 4 bytes of IPv4 or 16 of IPv6 each.
    package let addresses: [[UInt8]]

    package init(name: String?, port: UInt16, addresses: [[UInt8]]) {
        self.name = name
        self.port = port
        self.addresses = addresses
    }

    /// The entry for libcurl's memory of names; `nil` when there is no name to remember.
    var entry: String? {
        name.map { name in "\(name):\(port):" + addresses.compactMap(Self.text).joined(separator: ",") }
    }

    private static func text(_ address: [UInt8]) -> String? {
        switch address.count {
        case 4: address.map(String.init).joined(separator: ".")
        case 16:
            "[" + stride(from: 0, to: 16, by: 2).map { String(Int(address[$0]) << 8 | Int(address[$0 + 1]), radix: 16) }.joined(separator: ":") + "]"
        default: nil
        }
    }
}
