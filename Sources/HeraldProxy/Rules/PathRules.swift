import HeraldPeer

/// Decides which targets a proxy passes on, and how the homeserver gets them.
package struct PathRules: Sendable {
    /// The target of a request for the homeserver.
    struct Outgoing: Sendable, Hashable {
        let target: String
        /// True if the homeserver answers without a token; see ``ProxyConfiguration/Route/isOpen``.
        let isOpen: Bool
    }

    private let routes: [ProxyConfiguration.Route]
    private let allowsEscapedSlashes: Bool

    package init(_ configuration: ProxyConfiguration) {
        routes = configuration.routes.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
        allowsEscapedSlashes = configuration.allowsEscapedSlashes
    }

    /// Returns the target for the homeserver.
    /// - Parameter target: the target as on the wire.
    /// - Throws: ``ProxyRefusal/target``, ``ProxyRefusal/ambiguousPath`` or ``ProxyRefusal/path``.
    package func upstreamTarget(of target: String) throws(ProxyRefusal) -> String {
        try outgoing(target, isAnonymous: { false }).target
    }

    /// Returns the target for the homeserver, as ``upstreamTarget(of:)`` does for a request with a token.
    /// - Parameter isAnonymous: returns true for a GET or HEAD request without a token. It is called only if the route makes a difference.
    func outgoing(_ target: String, isAnonymous: () -> Bool) throws(ProxyRefusal) -> Outgoing {
        let bytes = target.utf8
        guard bytes.first == UInt8(ascii: "/"),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        else { throw .target }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = target[..<mark], query = target[mark...]
        // With an escaped slash written out, the path must be as good as without. A server that reads the slash in either way then finds
        // the same route. Only there may slashes follow each other, as in `https%3A%2F%2F` in the key of a state event.
        let written = allowsEscapedSlashes ? try Self.withSlashes(path) : nil
        let plain = written ?? path
        guard Self.isPlain(plain) else { throw .ambiguousPath }
        guard let route = route(of: path), written == nil || route == self.route(of: plain) else { throw .path }
        let rest = path.utf8.dropFirst(route.prefix.utf8.count)
        let other = route.upstreamWithoutToken.flatMap { isAnonymous() ? $0 : nil }
        let outgoing = (other ?? route.upstream) + String(Substring(rest))
        guard !Self.isForbidden(plain), !Self.isForbidden(outgoing[...]) else { throw .path }
        return Outgoing(target: query.isEmpty ? outgoing : outgoing + query, isOpen: route.isOpen || other != nil)
    }

    /// Returns the path of a target as a tolerant server could read it: with its escaped slashes written out, without what follows a semicolon in a
    /// segment, and without empty segments, also at its end. Returns `nil` if the path is written in this way already.
    static func tolerantForm(of target: String) -> String? {
        let path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
        guard hasVariations(path.utf8) else { return nil }
        let plain = path.replacing("%2F", with: "/").replacing("%2f", with: "/").replacing("%3B", with: ";")
            .replacing("%3b", with: ";")
        let segments = plain.split(separator: "/").map { segment in segment.prefix { $0 != ";" } }
        return "/" + segments.filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// Returns true if a path has a slash at its end, a semicolon, or an escape of one of them. Most paths have none, so the bytes are searched
    /// before anything is replaced.
    private static func hasVariations(_ bytes: Substring.UTF8View) -> Bool {
        guard bytes.last != UInt8(ascii: "/") else { return true }
        // The last three bytes, of which the newest is the lowest.
        var last: UInt32 = 0
        for byte in bytes {
            if byte == UInt8(ascii: ";") { return true }
            last = (last << 8 | UInt32(byte)) & 0xFF_FFFF
            // The bit 0x20 is the letter case of `%2F` and `%3B`.
            let lower = last | 0x20
            if lower == 0x25_32_66 || lower == 0x25_33_62 { return true }
        }
        return false
    }

    private func route(of path: Substring) -> ProxyConfiguration.Route? {
        routes.first { route in
            let rest = path.utf8.dropFirst(route.prefix.utf8.count)
            return path.utf8.starts(with: route.prefix.utf8) && (rest.isEmpty || rest.first == UInt8(ascii: "/"))
        }
    }

    private static func isPlain(_ path: Substring) -> Bool {
        do {
            _ = try RequestTarget(String(path)).plainPath()
            return true
        } catch {
            return false
        }
    }

    /// Returns true for `/_synapse/admin` and the paths below it. No configuration can allow them.
    private static func isForbidden(_ path: Substring) -> Bool {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2)
        guard segments.count >= 2 else { return false }
        return isName(segments[0], "_synapse") && isName(segments[1], "admin")
    }

    /// Returns true if a segment has this name, in any letter case and with any parameters after a semicolon.
    private static func isName(_ segment: Substring.UTF8View, _ name: String) -> Bool {
        segment.prefix { $0 != UInt8(ascii: ";") }.elementsEqual(name.utf8) { byte, expected in
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            return (isCapital ? byte | 0x20 : byte) == expected
        }
    }

    /// Returns the path with its escaped slashes written out, and without the empty segments that this makes; `nil` if it has none. Most
    /// paths with room IDs have other escapes, so the bytes are searched before anything is replaced.
    /// - Throws: ``ProxyRefusal/ambiguousPath`` if the path as it is has empty segments.
    private static func withSlashes(_ path: Substring) throws(ProxyRefusal) -> Substring? {
        guard hasEscapedSlash(path.utf8) else { return nil }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // The path begins with a slash and may end with one.
        guard parts.dropFirst().dropLast().allSatisfy({ !$0.isEmpty }) else { throw .ambiguousPath }
        let plain = path.replacing("%2F", with: "/").replacing("%2f", with: "/")
        return "/" + Substring(plain.split(separator: "/").joined(separator: "/")) + (plain.hasSuffix("/") ? "/" : "")
    }

    private static func hasEscapedSlash(_ bytes: Substring.UTF8View) -> Bool {
        // The last three bytes, of which the newest is the lowest.
        var last: UInt32 = 0
        for byte in bytes {
            last = (last << 8 | UInt32(byte)) & 0xFF_FFFF
            if last == 0x25_32_46 || last == 0x25_32_66 { return true }
        }
        return false
    }
}
