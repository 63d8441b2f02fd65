import Foundation

/// An IPv4 or IPv6 address. One that writes an IPv4 address as IPv6 is that IPv4 address.
package struct NetworkAddress: Sendable, Hashable {
    /// 4 or 16.
    package let bytes: [UInt8]

    private static let mappedIPv4: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Reads an address as it is usually written, without brackets and port; `nil` for anything else. A zone, which names an interface of
    /// this machine, is no part of it.
    package init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
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

    /// Whether it is an address of this machine.
    package var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 }

    /// Whom the address stands for, so that limits count those who ask and not the addresses that they have: an IPv4 address counts for
    /// itself, and whoever has IPv6 has a whole /64 to choose from.
    package var key: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return bytes.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined() + "/64"
    }

    /// What to count an address under; the text itself when it is none.
    package static func key(of text: String) -> String { NetworkAddress(text)?.key ?? text }

    /// The /48 in which an IPv6 /64 lies; `nil` for other keys. One customer may have all of it, which are 65,536 keys, or a provider's many
    /// customers have.
    /// - Parameter key: see ``key``.
    package static func network(ofKey key: String) -> String? {
        key.utf8.count == 19 && key.hasSuffix("/64") ? key.prefix(12) + "/48" : nil
    }
}

/// A network: the addresses that begin with the same bits (RFC 4632, RFC 4291).
package struct NetworkBlock: Sendable, Hashable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads `192.0.2.0/24`, `2001:db8::/32`, or an address alone; `nil` for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(first) else { return nil }
        bytes = address.bytes
        guard parts.count == 2 else {
            bits = bytes.count * 8
            return
        }
        // A mapped address has lost the bits before it.
        let lost = bytes.count == 4 && first.contains(":") ? 96 : 0
        guard parts[1].allSatisfy(\.isNumber), let length = Int(parts[1]), (lost...(lost + bytes.count * 8)).contains(length) else { return nil }
        bits = length - lost
    }

    /// Says whether every address of its kind is in it, however that is written.
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
