/// The part of the address space that an address lies in, by the registries of special-purpose addresses (RFC 6890 and its successors).
public enum AddressKind: String, Sendable, Hashable, CaseIterable {
    /// A public address.
    case global
    /// This machine: 127.0.0.0/8, `::1`.
    case loopback
    /// A private network: 10/8, 172.16/12, 192.168/16, fec0::/10, and the local NAT64 prefix 64:ff9b:1::/48.
    case privateNetwork = "private"
    /// IPv6 private networks: fc00::/7.
    case uniqueLocal = "unique-local"
    /// Addresses behind a carrier's NAT: 100.64/10. Some clouds have internal services there.
    case shared
    /// Link-local addresses and the metadata services of clouds: 169.254/16, fe80::/10.
    case linkLocal = "link-local"
    /// Multicast: 224/4, ff00::/8.
    case multicast
    /// The unspecified address, which stands for "no address". Some systems treat it as this machine: 0/8, `::`.
    case unspecified
    /// Addresses for documentation: 192.0.2/24, 198.51.100/24, 203.0.113/24, 2001:db8::/32, 3fff::/20.
    case documentation
    /// Broadcast, benchmarking, protocol assignments, abandoned relays and unassigned addresses.
    case reserved

    /// Creates the kind of an address. An IPv6 address that embeds an IPv4 address (mapped, NAT64, 6to4) has the kind of the embedded address.
    public init(_ address: NetworkAddress) {
        self = address.isIPv6 ? Self.ofIPv6(address.bytes) : Self.ofIPv4(address.bytes)
    }

    private struct Block {
        let prefix: [UInt8]
        let bits: Int
        let kind: AddressKind

        init(_ prefix: [UInt8], _ bits: Int, _ kind: AddressKind) {
            self.prefix = prefix
            self.bits = bits
            self.kind = kind
        }

        func holds(_ bytes: [UInt8]) -> Bool {
            var left = bits
            for (expected, byte) in zip(prefix, bytes) {
                guard left > 0 else { return true }
                let mask = left >= 8 ? UInt8.max : ~(UInt8.max >> UInt8(left))
                guard expected & mask == byte & mask else { return false }
                left -= 8
            }
            // The prefix of a block may be longer than the bytes in the list. The further bytes of the prefix are zero.
            return left <= 0 || bytes.dropFirst(prefix.count).prefix((left + 7) / 8).allSatisfy { $0 == 0 }
        }
    }

    private static let blocksOfIPv4: [Block] = [
        Block([0], 8, .unspecified), Block([10], 8, .privateNetwork), Block([100, 64], 10, .shared),
        Block([127], 8, .loopback),
        Block([169, 254], 16, .linkLocal), Block([172, 16], 12, .privateNetwork), Block([192, 0, 0], 24, .reserved),
        Block([192, 0, 2], 24, .documentation), Block([192, 88, 99], 24, .reserved),
        Block([192, 168], 16, .privateNetwork),
        Block([198, 18], 15, .reserved), Block([198, 51, 100], 24, .documentation),
        Block([203, 0, 113], 24, .documentation),
        Block([224], 4, .multicast), Block([240], 4, .reserved),
    ]

    private static let blocksOfIPv6: [Block] = [
        Block([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, .privateNetwork), Block([0xFC], 7, .uniqueLocal),
        Block([0xFE, 0x80], 10, .linkLocal), Block([0xFE, 0xC0], 10, .privateNetwork), Block([0xFF], 8, .multicast),
        Block([0x20, 0x01, 0x0D, 0xB8], 32, .documentation), Block([0x3F, 0xFF], 20, .documentation),
        // The addresses of Teredo, ORCHID and other protocols.
        Block([0x20, 0x01, 0x00], 23, .reserved),
        // Public hosts have addresses only in 2000::/3.
        Block([0x20], 3, .global),
    ]

    private static func ofIPv4(_ bytes: [UInt8]) -> AddressKind {
        blocksOfIPv4.first { $0.holds(bytes) }?.kind ?? .global
    }

    private static func ofIPv6(_ bytes: [UInt8]) -> AddressKind {
        if let inner = carriedIPv4(bytes) { return ofIPv4(inner) }
        if bytes.dropLast().allSatisfy({ $0 == 0 }), let last = bytes.last, last <= 1 {
            return last == 1 ? .loopback : .unspecified
        }
        return blocksOfIPv6.first { $0.holds(bytes) }?.kind ?? .reserved
    }

    /// Returns the embedded IPv4 address of ::ffff:a.b.c.d (mapped), 64:ff9b::a.b.c.d (NAT64) or 2002:aabb:ccdd:: (6to4).
    private static func carriedIPv4(_ bytes: [UInt8]) -> [UInt8]? {
        let mapped = Block([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, .global)
        let translated = Block([0x00, 0x64, 0xFF, 0x9B], 96, .global)
        if mapped.holds(bytes) || translated.holds(bytes) { return Array(bytes.suffix(4)) }
        return Block([0x20, 0x02], 16, .global).holds(bytes) ? Array(bytes[2..<6]) : nil
    }
}
