#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
// In a whole-module build, the type of `SOCK_STREAM` comes from CCurl, which includes the same system header. CCurl is therefore imported.
import CCurl
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

    /// Creates an IPv4 address.
    package init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        bytes = [first, second, third, fourth]
    }

    /// Parses an address. Returns `nil` for any other text.
    /// - Parameter text: an IPv4 address of four decimal numbers, such as `192.0.2.1`, or an IPv6 address of RFC 4291 without brackets and zone. The
    ///   short and octal forms of IPv4 (`127.1`, `0177.0.0.1`) are rejected, because programs disagree about them.
    public init?(_ text: String) {
        // Most addresses have this form, and a server reads one with each request.
        if let plain = Self.plainIPv4(text.utf8) {
            bytes = plain
            return
        }
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

    /// Returns the bytes of an address in its usual IPv4 form. Returns `nil` for any other text, which may still be an address.
    private static func plainIPv4(_ text: String.UTF8View) -> [UInt8]? {
        var bytes: [UInt8] = [], number: UInt16?
        bytes.reserveCapacity(4)
        for character in text {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                // A number does not begin with a zero, because some programs would take it for an octal one.
                guard number != 0 else { return nil }
                let next = (number ?? 0) * 10 + UInt16(character - UInt8(ascii: "0"))
                guard next <= 255 else { return nil }
                number = next
            case UInt8(ascii: "."):
                guard let byte = number, bytes.count < 3 else { return nil }
                bytes.append(UInt8(byte))
                number = nil
            default: return nil
            }
        }
        guard let byte = number, bytes.count == 3 else { return nil }
        bytes.append(UInt8(byte))
        return bytes
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

    /// The address for a URL. An IPv6 address is in eight hexadecimal groups between brackets.
    package var urlHost: String {
        guard isIPv6 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: bytes.count - 1, by: 2).map {
            String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
        }
        return "[\(groups.joined(separator: ":"))]"
    }
}

extension NetworkAddress {
    /// Returns the addresses of a host name. Queries the system's name service, and blocks its thread meanwhile.
    /// - Returns: no address when the name is unknown.
    package static func lookUp(_ host: String) -> [NetworkAddress] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        // Without a socket type, each address would be listed once for every socket type.
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [NetworkAddress] = []
        var entry = list
        while let current = entry {
            if let address = NetworkAddress(current.pointee), !found.contains(address) { found.append(address) }
            entry = current.pointee.ai_next
        }
        return found
    }

    private init?(_ entry: addrinfo) {
        guard let pointer = UnsafeRawPointer(entry.ai_addr) else { return nil }
        switch entry.ai_family {
        case AF_INET:
            bytes = withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6:
            bytes = withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default: return nil
        }
    }
}
