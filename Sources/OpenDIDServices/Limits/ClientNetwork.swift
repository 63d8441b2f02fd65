import Foundation
import HeraldKeys

/// Whom an address stands for: whoever has IPv6 has a whole /64 to choose from, which counts as one client. An IPv4 address counts for
/// itself, also where it is written as IPv6.
enum ClientNetwork {
    private static let mappedIPv4: [UInt8] = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// What to count under; the text itself when it is no IPv6 address.
    static func key(of address: String) -> String {
        guard address.utf8.contains(UInt8(ascii: ":")) else { return address }
        var parsed = in6_addr()
        // A zone names an interface of this machine and is not part of the address.
        guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &parsed) == 1 else { return address }
        let bytes = withUnsafeBytes(of: &parsed) { Array($0) }
        if bytes.starts(with: mappedIPv4) { return bytes.dropFirst(12).map { String($0) }.joined(separator: ".") }
        return Hex.encode(bytes.prefix(8)) + "/64"
    }
}
