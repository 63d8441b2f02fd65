import Foundation

/// An IPv4 or IPv6 address. An IPv4-mapped IPv6 address counts as its IPv4 address.
package struct NetworkAddress: Sendable, Hashable {
    /// The 4 bytes of an IPv4 address or the 16 bytes of an IPv6 address.
    package let bytes: [UInt8]

    private static let mappedIPv4: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Parses an address in its usual form, without brackets and port. Returns `nil` for any other text. It ignores a zone, which names a network
    /// interface of this machine.
    package init?(_ text: some StringProtocol) {
        let text = text.utf8.firstIndex(of: UInt8(ascii: "%")).map { String(text[..<$0]) } ?? String(text)
        var four = in_addr(), sixteen = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &sixteen) == 1 {
            let all = withUnsafeBytes(of: &sixteen) { Array($0) }
            bytes = all.starts(with: Self.mappedIPv4) ? Array(all.dropFirst(12)) : all
        } else {
            return nil
        }
    }

    /// True for a loopback address.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// The key under which rate limits count this address. An IPv4 address counts alone. An IPv6 address counts with its /64, because one client can
    /// usually choose among all addresses of a /64.
    package var key: String {
        if bytes.count == 4 { return dotted }
        return bytes.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined() + "/64"
    }

    /// The usual form of an IPv4 address. Every request needs the key of its client, so this takes one allocation.
    private var dotted: String {
        let zero = UInt8(ascii: "0")
        var text: [UInt8] = []
        text.reserveCapacity(15)
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: ".")) }
            if byte >= 100 { text.append(zero + byte / 100) }
            if byte >= 10 { text.append(zero + byte / 10 % 10) }
            text.append(zero + byte % 10)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the rate-limit key of an address, or the text itself when it is not an address.
    package static func key(of text: String) -> String { NetworkAddress(text)?.key ?? text }

    /// Returns the /48 that contains an IPv6 /64, or `nil` for other keys. A /48 has 65,536 such keys. It belongs to a single customer or to
    /// many customers of one provider.
    /// - Parameter key: a ``key``.
    package static func network(ofKey key: String) -> String? {
        key.utf8.count == 19 && key.hasSuffix("/64") ? key.prefix(12) + "/48" : nil
    }
}

/// A network: the addresses that start with the same bits (RFC 4632, RFC 4291).
package struct NetworkBlock: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Parses `192.0.2.0/24`, `2001:db8::/32` or a single address. Returns `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(first) else { return nil }
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

    package func contains(_ address: NetworkAddress) -> Bool {
        guard address.bytes.count == bytes.count else { return false }
        for (index, byte) in bytes.enumerated() where index * 8 < bits {
            let left = bits - index * 8
            let mask: UInt8 = left >= 8 ? .max : ~(UInt8.max >> UInt8(left))
            guard byte & mask == address.bytes[index] & mask else { return false }
        }
        return true
    }
}
