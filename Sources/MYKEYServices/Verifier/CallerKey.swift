/// Under which name the budget of a caller is kept: an IPv4 address, or the first 64 bits of an IPv6 one, of which one customer has them
/// all.
enum CallerKey {
    static func of(_ address: String) -> String {
        guard let parsed = NetworkAddress(address), parsed.isIPv6 else { return address }
        if parsed.bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return NetworkAddress(bytes: Array(parsed.bytes.suffix(4)))?.description ?? address
        }
        return NetworkAddress(bytes: Array(parsed.bytes.prefix(8)) + [UInt8](repeating: 0, count: 8))?.description ?? address
    }
}
