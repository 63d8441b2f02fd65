/// The parts of a URL, without decoding. MYKEY sheet 3.1, 3.2.
///
/// The parser is strict about scheme, host and port, because a mistake would lead to another program or machine. It is lenient about path
/// and query, because the answers of Android wallets contain JSON that is not encoded. Control characters are errors everywhere, and blanks
/// are errors before the query. A scheme without `//`, such as `javascript:`, has no host.
public struct LinkParts: Sendable, Hashable {
    /// The scheme in lower case.
    public let scheme: String
    /// True if a user name or password precedes the host.
    public let hasUserInfo: Bool
    /// The host in lower case, with brackets around an IPv6 address. `nil` if the URL has no `//`. It is never empty.
    public let host: String?
    /// The port, 0…65535. `nil` when the URL names none.
    public let port: Int?
    /// The path with its leading slash. May be empty.
    public let path: String
    /// The part after the first `?`, up to the first `#`. `nil` if there is no `?`.
    public let query: String?
    /// The part after the first `#`.
    public let fragment: String?
    /// Everything after the first `?`, including the fragment, because an answer's payload extends to the end (MYKEY sheet 3.4).
    public let rest: String?

    /// Splits a URL.
    /// - Throws: ``MYKEYError`` `tooLong` for more than 64 KiB, `syntax` for a malformed URL.
    public init(_ text: String) throws(MYKEYError) {
        guard text.utf8.count <= MYKEYLimits.urlBytes else {
            throw MYKEYError(.tooLong, field: "url", reason: "longer than \(MYKEYLimits.urlBytes) bytes")
        }
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw MYKEYError(.syntax, field: "url", reason: "control characters are not allowed")
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), URIGrammar.isScheme(bytes[..<colon]) else {
            throw MYKEYError(.syntax, field: "url", reason: "must begin with a scheme and a colon")
        }
        scheme = ASCII.lowercased(String(decoding: bytes[..<colon], as: UTF8.self))
        var tail = bytes[(colon + 1)...]
        if tail.starts(with: "//".utf8) {
            tail = tail.dropFirst(2)
            let end = tail.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? tail.endIndex
            let authority = try Self.authority(tail[..<end])
            (hasUserInfo, host, port) = (authority.hasUserInfo, authority.host, authority.port)
            tail = tail[end...]
        } else {
            (hasUserInfo, host, port) = (false, nil, nil)
        }
        let pathEnd = tail.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? tail.endIndex
        path = Self.text(tail[..<pathEnd])
        guard !path.utf8.contains(0x20) else {
            throw MYKEYError(.syntax, field: "url", reason: "spaces before the query are not allowed")
        }
        tail = tail[pathEnd...]
        guard tail.first == 0x3F else {
            (query, rest) = (nil, nil)
            fragment = tail.isEmpty ? nil : Self.text(tail.dropFirst())
            return
        }
        tail = tail.dropFirst()
        rest = Self.text(tail)
        let queryEnd = tail.firstIndex(of: 0x23) ?? tail.endIndex
        query = Self.text(tail[..<queryEnd])
        fragment = queryEnd == tail.endIndex ? nil : Self.text(tail[(queryEnd + 1)...])
    }

    /// The host and port in the form that sign-in messages use: `login.example.org` or `localhost:8080`.
    public var domain: String? { host.map { host in port.map { "\(host):\($0)" } ?? host } }

    private static func authority(_ bytes: ArraySlice<UInt8>) throws(MYKEYError) -> (
        hasUserInfo: Bool, host: String, port: Int?
    ) {
        var tail = bytes
        let at = tail.lastIndex(of: UInt8(ascii: "@"))
        if let at { tail = tail[(at + 1)...] }
        guard let parts = URIGrammar.hostAndPort(tail) else {
            throw MYKEYError(
                .syntax, field: "url", reason: "the part between // and the path is not a host with an optional port")
        }
        return (at != nil, ASCII.lowercased(text(parts.host)), parts.port)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
