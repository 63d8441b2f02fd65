/// A network: the addresses that start with the same bits (RFC 4632, RFC 4291).
package struct NetworkBlock: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Creates an IPv4 network.
    /// - Parameters:
    ///   - prefix: the first bytes of its addresses. The bytes that are left out are zero.
    ///   - bits: the number of bits that all its addresses share.
    package init(ipv4 prefix: [UInt8], bits: Int) {
        bytes = Self.padded(prefix, to: 4)
        self.bits = bits
    }

    /// Creates an IPv6 network. The parameters are those of the IPv4 form.
    package init(ipv6 prefix: [UInt8], bits: Int) {
        bytes = Self.padded(prefix, to: 16)
        self.bits = bits
    }

    /// Parses `192.0.2.0/24`, `2001:db8::/32` or a single address. Returns `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(sender: first) else { return nil }
        bytes = address.bytes
        guard parts.count == 2 else {
            bits = bytes.count * 8
            return
        }
        // Parsing has removed the first 96 bits of an IPv4-mapped address. The prefix length is therefore reduced by 96.
        let lost = bytes.count == 4 && first.contains(":") ? 96 : 0
        guard parts[1].allSatisfy(\.isNumber), let length = Int(parts[1]),
            (lost...(lost + bytes.count * 8)).contains(length)
        else { return nil }
        bits = length - lost
    }

    /// True when the network contains every address of its kind.
    package var isEverybody: Bool { bits == 0 }

    /// Returns true when the address starts with the network's bits. An IPv4-mapped address is compared as an IPv6 address.
    package func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        for (index, byte) in bytes.enumerated() where index * 8 < bits {
            let left = bits - index * 8
            let mask: UInt8 = left >= 8 ? .max : ~(UInt8.max >> UInt8(left))
            guard byte & mask == address.bytes[index] & mask else { return false }
        }
        return true
    }

    private static func padded(_ prefix: [UInt8], to count: Int) -> [UInt8] {
        Array((prefix + [UInt8](repeating: 0, count: count)).prefix(count))
    }
}
