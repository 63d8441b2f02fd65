import Foundation

/// An IPv4 or IPv6 address. It tells if the address is public (RFC 6890 and its successors).
struct HostAddress: Sendable, Hashable {
    /// The address in network byte order, as 4 or 16 bytes.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads an address from its usual notation; `nil` for a name.
    init?(_ text: String) {
        var four = in_addr(), sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            bytes = withUnsafeBytes(of: &sixteen) { Array($0) }
        } else {
            return nil
        }
    }

    /// The address for a URL. An IPv6 address is in hexadecimal groups between brackets.
    var urlHost: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: bytes.count - 1, by: 2).map {
            String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
        }
        return "[\(groups.joined(separator: ":"))]"
    }

    /// True if the address is not private, loopback, link-local, multicast or reserved. An address that contains an IPv4 address (mapped, NAT64,
    /// 6to4) is public if that one is.
    var isPublic: Bool {
        switch bytes.count {
        case 4: return !Self.closed.contains { $0.holds(bytes) }
        case 16:
            if Self.mapped.holds(bytes) || Self.translated.holds(bytes) {
                return HostAddress(bytes: Array(bytes.suffix(4))).isPublic
            }
            if Self.sixToFour.holds(bytes) { return HostAddress(bytes: Array(bytes[2..<6])).isPublic }
            return Self.global.holds(bytes) && !Self.closedIPv6.contains { $0.holds(bytes) }
        default: return false
        }
    }

    private struct Block {
        let prefix: [UInt8]
        let bits: Int

        init(_ prefix: [UInt8], _ bits: Int) {
            self.prefix = prefix
            self.bits = bits
        }

        func holds(_ bytes: [UInt8]) -> Bool {
            for (index, byte) in prefix.enumerated() where index * 8 < bits {
                let left = bits - index * 8
                let mask: UInt8 = left >= 8 ? .max : ~(UInt8.max >> UInt8(left))
                guard index < bytes.count, byte & mask == bytes[index] & mask else { return false }
            }
            return true
        }
    }

    private static let closed = [
        Block([0], 8), Block([10], 8), Block([100, 64], 10), Block([127], 8), Block([169, 254], 16),
        Block([172, 16], 12), Block([192, 0, 0], 24),
        Block([192, 0, 2], 24), Block([192, 88, 99], 24), Block([192, 168], 16), Block([198, 18], 15),
        Block([198, 51, 100], 24),
        Block([203, 0, 113], 24), Block([224], 3),
    ]
    /// Public hosts have addresses in 2000::/3 only. The blocks below are exceptions in it: Teredo and similar protocols, and addresses for
    /// documentation.
    private static let global = Block([0x20], 3)
    private static let closedIPv6 = [
        Block([0x20, 0x01, 0x00], 23), Block([0x20, 0x01, 0x0D, 0xB8], 32), Block([0x3F, 0xFF, 0x00], 20),
    ]
    private static let mapped = Block([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF], 96)
    private static let translated = Block([0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), 96)
    private static let sixToFour = Block([0x20, 0x02], 16)
}
