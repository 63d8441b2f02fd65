/// Under which names the budgets of a caller are kept: an IPv4 address, or the first 64 bits of an IPv6 one, of which one customer has them
/// all; and the first 48 bits, of which one customer may have them all as well.
struct CallerKey: Sendable, Hashable {
    /// As how many callers all of an IPv6 /48 counts: an attacker may have it, or a provider's many customers.
    static let networkShare = 8

    /// The address, or its /64.
    let text: String
    /// Its /48; `nil` for an address that is not IPv6.
    let network: String?

    init(_ address: String) {
        guard let parsed = NetworkAddress(address), parsed.isIPv6 else {
            (text, network) = (address, nil)
            return
        }
        if parsed.bytes.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            (text, network) = (NetworkAddress(bytes: Array(parsed.bytes.suffix(4)))?.description ?? address, nil)
            return
        }
        func beginning(_ count: Int) -> String? {
            NetworkAddress(bytes: Array(parsed.bytes.prefix(count)) + [UInt8](repeating: 0, count: 16 - count))?.description
        }
        text = beginning(8) ?? address
        network = beginning(6).map { $0 + "/48" }
    }
}
