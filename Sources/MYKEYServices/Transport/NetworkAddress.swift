#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An IPv4 or IPv6 address of 4 or 16 bytes, without a port and a zone.
public struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// The bytes in network order.
    public let bytes: [UInt8]

    /// Creates an address. Returns `nil` unless there are 4 or 16 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Parses an address. Returns `nil` for any other text.
    /// - Parameter text: an IPv4 address of four decimal numbers, such as `192.0.2.1`, or an IPv6 address of RFC 4291 without brackets and zone. The
    ///   short and octal forms of IPv4 (`127.1`, `0177.0.0.1`) are rejected, because programs disagree about them.
    public init?(_ text: String) {
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// True for an IPv6 address.
    public var isIPv6: Bool { bytes.count == 16 }

    /// The usual text form, without brackets for IPv6.
    public var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let length = socklen_t(text.count)
        guard inet_ntop(isIPv6 ? AF_INET6 : AF_INET, bytes, &text, length) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
