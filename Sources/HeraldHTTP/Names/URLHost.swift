/// The host of a URL that a stranger wrote.
///
/// A host that two programs read differently could bypass a check. Every spelling that programs read differently is therefore refused.
package enum URLHost: Sendable, Hashable {
    /// A host name in lower case. It is ASCII, as in a URL, so a name in another script is in its `xn--` form.
    case name(String)
    case address(NetworkAddress)

    /// The reason why a text is not a host.
    package enum Fault: Error, Sendable, Hashable {
        case notIPv6Address
        case notIPv4Address
        case notHostName
    }

    /// Reads a host. An IPv6 address may be in brackets.
    /// - Throws: ``Fault`` for any other text, and for forms of IPv4 addresses that not every program reads as such.
    package init(_ text: String) throws(Fault) {
        let isBracketed = text.hasPrefix("[")
        guard isBracketed || text.utf8.contains(UInt8(ascii: ":")) else {
            // Characters outside ASCII are refused, because some of them become ASCII in lower case, such as the Kelvin sign.
            guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notHostName }
            self = try Self.read(name: text.lowercased())
            return
        }
        let inner = isBracketed ? text.dropFirst().dropLast() : text[...]
        guard !isBracketed || text.hasSuffix("]"), let address = NetworkAddress(String(inner)), address.isIPv6 else {
            throw .notIPv6Address
        }
        self = .address(address)
    }

    /// The address, or `nil` for a name.
    package var address: NetworkAddress? {
        if case .address(let address) = self { address } else { nil }
    }

    /// True for a name that always means this machine (RFC 6761, 6.3).
    package var isLocalName: Bool {
        guard case .name(let name) = self else { return false }
        return name == "localhost" || name.hasSuffix(".localhost")
    }

    /// True for `localhost`, 127.0.0.0/8 and `::1`. Names under `.localhost` are not included, because some resolvers ask a name server for them.
    package var isThisMachine: Bool { address?.isLoopback ?? (self == .name("localhost")) }

    /// Returns true if the text is a host for which ``isThisMachine`` is true. An IPv6 address may be in brackets.
    package static func isThisMachine(_ text: String) -> Bool { (try? URLHost(text))?.isThisMachine ?? false }

    private static func read(name: String) throws(Fault) -> URLHost {
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else { throw .notHostName }
        // Some programs read `127.1`, `0x7f000001` and `2130706433` as addresses and others as names.
        let endsInNumber = last.allSatisfy { (0x30...0x39).contains($0) } || last.starts(with: "0x".utf8)
        guard endsInNumber else { return .name(name) }
        guard let address = NetworkAddress(name), address.description == name else { throw .notIPv4Address }
        return .address(address)
    }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}
