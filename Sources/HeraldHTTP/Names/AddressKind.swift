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
        self = address.isIPv6 ? Self.ofIPv6(address) : Self.ofIPv4(address)
    }

    private static let blocksOfIPv4: [(NetworkBlock, AddressKind)] = [
        ipv4([0], 8, .unspecified), ipv4([10], 8, .privateNetwork), ipv4([100, 64], 10, .shared),
        ipv4([127], 8, .loopback), ipv4([169, 254], 16, .linkLocal), ipv4([172, 16], 12, .privateNetwork),
        ipv4([192, 0, 0], 24, .reserved), ipv4([192, 0, 2], 24, .documentation), ipv4([192, 88, 99], 24, .reserved),
        ipv4([192, 168], 16, .privateNetwork), ipv4([198, 18], 15, .reserved),
        ipv4([198, 51, 100], 24, .documentation), ipv4([203, 0, 113], 24, .documentation),
        ipv4([224], 4, .multicast), ipv4([240], 4, .reserved),
    ]

    private static let blocksOfIPv6: [(NetworkBlock, AddressKind)] = [
        ipv6([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48, .privateNetwork), ipv6([0xFC], 7, .uniqueLocal),
        ipv6([0xFE, 0x80], 10, .linkLocal), ipv6([0xFE, 0xC0], 10, .privateNetwork), ipv6([0xFF], 8, .multicast),
        ipv6([0x20, 0x01, 0x0D, 0xB8], 32, .documentation), ipv6([0x3F, 0xFF], 20, .documentation),
        // The addresses of Teredo, ORCHID and other protocols.
        ipv6([0x20, 0x01, 0x00], 23, .reserved),
        // Public hosts have addresses only in 2000::/3.
        ipv6([0x20], 3, .global),
    ]

    private static func ipv4(_ prefix: [UInt8], _ bits: Int, _ kind: AddressKind) -> (NetworkBlock, AddressKind) {
        (NetworkBlock(ipv4: prefix, bits: bits), kind)
    }

    private static func ipv6(_ prefix: [UInt8], _ bits: Int, _ kind: AddressKind) -> (NetworkBlock, AddressKind) {
        (NetworkBlock(ipv6: prefix, bits: bits), kind)
    }

    private static func ofIPv4(_ address: NetworkAddress) -> AddressKind {
        blocksOfIPv4.first { $0.0.contains(address) }?.1 ?? .global
    }

    private static func ofIPv6(_ address: NetworkAddress) -> AddressKind {
        if let inner = embeddedIPv4(address) { return ofIPv4(inner) }
        if address.isLoopback { return .loopback }
        if address.bytes.allSatisfy({ $0 == 0 }) { return .unspecified }
        return blocksOfIPv6.first { $0.0.contains(address) }?.1 ?? .reserved
    }

    /// Returns the embedded IPv4 address of ::ffff:a.b.c.d (mapped), 64:ff9b::a.b.c.d (NAT64, RFC 6052) or 2002:aabb:ccdd:: (6to4,
    /// RFC 3056).
    private static func embeddedIPv4(_ address: NetworkAddress) -> NetworkAddress? {
        let plain = address.unmapped
        if !plain.isIPv6 { return plain }
        let nat64 = NetworkBlock(ipv6: [0x00, 0x64, 0xFF, 0x9B], bits: 96)
        let sixToFour = NetworkBlock(ipv6: [0x20, 0x02], bits: 16)
        if nat64.contains(address) { return NetworkAddress(bytes: Array(address.bytes.suffix(4))) }
        return sixToFour.contains(address) ? NetworkAddress(bytes: Array(address.bytes[2..<6])) : nil
    }
}
