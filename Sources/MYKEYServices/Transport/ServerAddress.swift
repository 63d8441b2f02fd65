import HeraldHTTP

/// The URL of a dapp's server as the wallet understands it. MYKEY sheet 4.5.
///
/// Foundation's `URL` is not used for parsing, because it silently repairs invalid texts. If two programs read different hosts from one
/// text, a check could be bypassed. The connection's URL is built from these parts and never from the original text.
public struct ServerAddress: Sendable, Hashable {
    /// The longest URL that is read, in bytes.
    public static let limit = 8192

    /// True for `https`, false for `http`.
    public let isSecure: Bool
    /// The host in lower case, without brackets for an IPv6 address.
    public let host: String
    /// The port, or the scheme's default port.
    public let port: UInt16
    /// The path and query as written, beginning with `/`. A fragment is not included, and is never sent.
    public let target: String
    /// The host's address, or `nil` when the host is a name.
    public let literal: NetworkAddress?

    /// Reads an absolute `http` or `https` URL.
    /// - Throws: ``MYKEYServicesError`` `addressRefused`, field `serverURL`.
    public init(_ text: String) throws(MYKEYServicesError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.limit else { throw Self.refused("the URL is longer than \(Self.limit) bytes") }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }) else {
            throw Self.refused("the URL has characters that must be percent-encoded")
        }
        let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
        let rest = bytes.dropFirst(scheme.count)
        switch String(decoding: scheme, as: UTF8.self).lowercased() {
        case "https": isSecure = true
        case "http": isSecure = false
        default: throw Self.refused("the URL's scheme is not http or https")
        }
        guard rest.starts(with: "://".utf8) else { throw Self.refused("the URL is not absolute") }
        let authority = rest.dropFirst(3).prefix { !"/?#".utf8.contains($0) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw Self.refused("the URL has user information") }
        (host, literal, port) = try Self.split(String(decoding: authority, as: UTF8.self), isSecure: isSecure)
        let path = String(
            decoding: rest.dropFirst(3 + authority.count).prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
        target = path.hasPrefix("/") ? path : "/" + path
    }

    /// The URL, built from its parts. It always contains the port.
    public var url: String { "\(scheme)://\(bracketedHost):\(port)\(target)" }
    /// The host and port for people and for the `Host` header. The scheme's default port is left out.
    public var displayHost: String { port == (isSecure ? 443 : 80) ? bracketedHost : "\(bracketedHost):\(port)" }
    /// `http` or `https`.
    public var scheme: String { isSecure ? "https" : "http" }

    private var bracketedHost: String { literal?.isIPv6 == true ? "[\(host)]" : host }

    private static func split(_ authority: String, isSecure: Bool) throws(MYKEYServicesError) -> (
        String, NetworkAddress?, UInt16
    ) {
        var host = authority.prefix { $0 != ":" }
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else {
                throw refused("the URL's host is not an IPv6 address")
            }
            host = authority[...end]
        }
        let port = try port(authority.dropFirst(host.count), isSecure: isSecure)
        do {
            switch try URLHost(String(host)) {
            case .name(let name): return (name, nil, port)
            case .address(let address): return (address.description, address, port)
            }
        } catch {
            switch error {
            case .notIPv6Address: throw refused("the URL's host is not an IPv6 address")
            case .notIPv4Address: throw refused("the URL's host is not an IPv4 address")
            case .notHostName: throw refused("the URL's host is not a host name")
            }
        }
    }

    private static func port(_ tail: Substring, isSecure: Bool) throws(MYKEYServicesError) -> UInt16 {
        if tail.isEmpty { return isSecure ? 443 : 80 }
        let digits = tail.dropFirst()
        guard tail.hasPrefix(":"), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits),
            port > 0
        else {
            throw refused("the URL's port is not a number from 1 to 65535")
        }
        return port
    }

    private static func refused(_ reason: String) -> MYKEYServicesError {
        MYKEYServicesError(.addressRefused, field: "serverURL", reason: reason)
    }
}
