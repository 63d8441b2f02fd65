/// Decides what becomes of the homeserver's redirects. Without it, a client could follow one to the homeserver's inner address, or take its token
/// to another server.
struct RedirectRules: Sendable {
    /// The facts about a request that decide where it may be redirected.
    struct Origin: Sendable {
        /// The target that the homeserver received.
        let target: String
        /// The host that the client named, with its port if it has one.
        let authority: String?
    }

    /// The parts of an absolute URL.
    private struct Parts {
        /// The host in small letters, and the port.
        let authority: String
        /// The path, the query and the fragment.
        let rest: Substring
    }

    private let upstream: String
    private let publicURL: String?
    private let publicAuthority: String?
    private let elsewhere: [String]

    init(_ configuration: ProxyConfiguration) {
        let address = configuration.upstream
        upstream = Self.authority(
            address.host.contains(":") ? "[\(address.host)]:\(address.port)" : "\(address.host):\(address.port)",
            isTLS: false)
        publicURL = configuration.publicURL
        publicAuthority = configuration.publicURL.flatMap { Self.parts(of: $0[...])?.authority }
        elsewhere = configuration.redirectsElsewhere
    }

    /// Returns the redirect for the client, with the server's address in place of the homeserver's own.
    /// - Parameter locations: the values of `Location`.
    /// - Returns: `nil` if there is no redirect.
    /// - Throws: ``ProxyRefusal/redirect`` if the redirect leads to another server and the request may not be sent there.
    func location(_ locations: [String], of origin: Origin) throws(ProxyRefusal) -> String? {
        guard let location = locations.first else { return nil }
        guard locations.count == 1 else { throw .redirect }
        return try self.location(location[...], of: origin)
    }

    private func location(_ text: Substring, of origin: Origin) throws(ProxyRefusal) -> String {
        // Browsers read a backslash as a slash, and skip control characters. A URL has only ASCII characters (RFC 3986, 2).
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { throw .redirect }
        guard Self.isAbsolute(text) else { return String(text) }
        guard let parts = Self.parts(of: text) else { throw .redirect }
        if parts.authority == upstream {
            let path = Self.path(parts.rest)
            // Without an address before it, a path that begins with two slashes would name a host.
            guard publicURL != nil || !path.hasPrefix("//") else { throw .redirect }
            return (publicURL ?? "") + path
        }
        if parts.authority == publicAuthority { return String(text) }
        // The homeserver sees `X-Forwarded-Proto`, but not all software obeys it.
        if let own = origin.authority {
            let plain = Self.authority(own[...], isTLS: false), secure = Self.authority(own[...], isTLS: true)
            if parts.authority == plain || parts.authority == secure { return String(text) }
        }
        guard elsewhere.contains(where: { Self.covers($0, origin.target) }) else { throw .redirect }
        return String(text)
    }

    /// Returns true if a reference names a scheme or a host (RFC 3986, 4.2).
    private static func isAbsolute(_ text: Substring) -> Bool {
        if text.hasPrefix("//") { return true }
        guard let mark = text.firstIndex(where: { ":/?#".contains($0) }) else { return false }
        return text[mark] == ":"
    }

    /// Returns the parts of a URL with the scheme `http` or `https`, or without a scheme.
    private static func parts(of text: Substring) -> Parts? {
        let lower = text.prefix(8).lowercased()
        let start = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : text.hasPrefix("//") ? 2 : nil
        guard let start else { return nil }
        let after = text.dropFirst(start), host = after.prefix { !"/?#".contains($0) }
        // A name before `@` is easily mistaken for the host.
        guard !host.isEmpty, !host.contains("@") else { return nil }
        return Parts(
            authority: authority(host, isTLS: lower.hasPrefix("https://")), rest: after.dropFirst(host.count))
    }

    /// Returns a host in small letters with its port.
    private static func authority(_ text: some StringProtocol, isTLS: Bool) -> String {
        let text = text.lowercased(), host = text.split(separator: "]").last ?? ""
        let hasPort = host.contains(":") && !text.hasSuffix("]")
        return hasPort ? text : text + (isTLS ? ":443" : ":80")
    }

    private static func path(_ rest: Substring) -> String { rest.hasPrefix("/") ? String(rest) : "/" + rest }

    private static func covers(_ prefix: String, _ target: String) -> Bool {
        guard target.utf8.starts(with: prefix.utf8) else { return false }
        let next = target.utf8.dropFirst(prefix.utf8.count).first
        return next == nil || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }
}
