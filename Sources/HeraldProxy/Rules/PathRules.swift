import HeraldPeer

/// Decides which targets a proxy passes on, and how the homeserver gets them.
package struct PathRules: Sendable {
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
        let bytes = target.utf8
        guard bytes.first == UInt8(ascii: "/"),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
        else { throw .target }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let path = target[..<mark], query = target[mark...]
        // With an escaped slash written out, the path must be as good as without. A server that reads the slash in either way then finds
        // the same route.
        let written = allowsEscapedSlashes ? Self.withSlashes(path) : nil
        let plain = written ?? path
        guard Self.isPlain(plain) else { throw .ambiguousPath }
        guard let route = route(of: path), written == nil || route == self.route(of: plain) else { throw .path }
        let rest = path.utf8.dropFirst(route.prefix.utf8.count)
        let outgoing = route.upstream + String(Substring(rest))
        guard !Self.isForbidden(plain), !Self.isForbidden(outgoing[...]) else { throw .path }
        return query.isEmpty ? outgoing : outgoing + query
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

    /// Returns a path with its escaped slashes written out; `nil` if it has none. Most paths with room IDs have other escapes, so the text is
    /// searched for them before anything is replaced.
    private static func withSlashes(_ path: Substring) -> Substring? {
        var rest = path.utf8[...]
        while let mark = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[rest.index(after: mark)...]
            let digits = rest.prefix(2)
            if digits.elementsEqual("2F".utf8) || digits.elementsEqual("2f".utf8) {
                return path.replacing("%2F", with: "/").replacing("%2f", with: "/")
            }
        }
        return nil
    }
}
