import HeraldHTTP

/// The names under which a caller is counted. The first is an IPv4 address, or the first 64 bits of an IPv6 address. All addresses with
/// these 64 bits belong to one customer. The second is the first 48 bits of an IPv6 address. All addresses with these 48 bits may also
/// belong to one customer.
struct CallerKey: Sendable, Hashable {
    /// The limit of an IPv6 /48 is this many times the limit of one address. A /48 may belong to one attacker, or to many customers of a
    /// provider.
    static let networkFactor = 8

    /// The IPv4 address, or the /64 of an IPv6 address.
    let text: String
    /// The /48 of an IPv6 address. `nil` for other addresses.
    let network: String?

    init(_ address: String) {
        text = NetworkAddress.key(of: address)
        network = NetworkAddress.network(ofKey: text)
    }
}
