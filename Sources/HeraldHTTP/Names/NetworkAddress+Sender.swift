extension NetworkAddress {
    /// Parses the address of a request's sender, as a socket or a proxy names it. An IPv4-mapped IPv6 address becomes its IPv4 address. A zone is
    /// ignored, because it names a network interface of this machine. Returns `nil` for any other text.
    package init?(sender text: some StringProtocol) {
        let end = text.utf8.firstIndex(of: UInt8(ascii: "%")) ?? text.endIndex
        guard let address = NetworkAddress(String(text[..<end])) else { return nil }
        self = address.unmapped
    }

    /// Parses the address of a request's sender. A server does so with each request, and this is faster than for any kind of text.
    package init?(sender text: String) {
        let zone = text.utf8.firstIndex(of: UInt8(ascii: "%"))
        guard let address = NetworkAddress(zone.map { String(text[..<$0]) } ?? text) else { return nil }
        self = address.unmapped
    }

    /// The IPv4 address of an IPv4-mapped IPv6 address (`::ffff:192.0.2.1`), and otherwise the address itself.
    package var unmapped: NetworkAddress {
        guard isIPv6, bytes[10] == 0xFF, bytes[11] == 0xFF, bytes.prefix(10).allSatisfy({ $0 == 0 }) else {
            return self
        }
        return NetworkAddress(bytes[12], bytes[13], bytes[14], bytes[15])
    }

    /// True for 127.0.0.0/8 and `::1`.
    package var isLoopback: Bool {
        let bytes = unmapped.bytes
        return bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// The key under which rate limits count this address. An IPv4 address counts alone. An IPv6 address counts with its /64, because one client can
    /// usually choose among all addresses of a /64.
    package var key: String {
        let bytes = unmapped.bytes
        if bytes.count == 4 { return Self.dotted(bytes) }
        return bytes.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined() + "/64"
    }

    /// Returns the rate-limit key of a sender's address, or the text itself when it is not an address.
    package static func key(of text: String) -> String { NetworkAddress(sender: text)?.key ?? text }

    /// Returns the /48 that contains an IPv6 /64, or `nil` for other keys. A /48 contains 65,536 networks with the size /64. It belongs to
    /// a single customer, or to many customers of one provider.
    /// - Parameter key: a ``key``.
    package static func network(ofKey key: String) -> String? {
        key.utf8.count == 19 && key.hasSuffix("/64") ? key.prefix(12) + "/48" : nil
    }

    /// Returns the usual form of an IPv4 address. Every request needs the key of its client, so this takes one allocation.
    private static func dotted(_ bytes: [UInt8]) -> String {
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
}
